// What a citation comes to without signal, from the copy on the phone: the ladder of enforcement/rules. It is shown as
// worked out from the copy, and the office works it out again: it never takes this amount over unseen.
(function () {
  "use strict";

  var HOUR = 60 * 60 * 1000, DAY = 24 * HOUR;
  var WORDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
  var NAMED = { weekday: "long", month: "long", day: "numeric", year: "numeric", timeZone: "UTC" };

  function cents(text) {
    return Math.round(Number(String(text).replace(/[$,\s]/g, "")) * 100);
  }

  function dollars(amount) {
    return "$" + (amount / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  }

  // "2026-06-01" of what an officer types as a day; null when it cannot be read here.
  function readDay(text, today) {
    var found, parts;
    text = (text || "").trim().toLowerCase();
    if (text === "today") {
      return today;
    }
    if ((found = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text))) {
      parts = [+found[1], +found[2], +found[3]];
    } else if ((found = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text))) {
      parts = [+(found[3] || today.slice(0, 4)), +found[1], +found[2]];
    } else {
      return null;
    }
    var day = new Date(Date.UTC(parts[0], parts[1] - 1, parts[2]));
    var real = day.getUTCMonth() === parts[1] - 1 && day.getUTCDate() === parts[2];
    return real ? day.toISOString().slice(0, 10) : null;
  }

  // Minutes since midnight of "2:30 pm" or "14:30".
  function readTime(text) {
    var found = /^(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?m?\.?$/i.exec((text || "").trim());
    if (!found || !found[2] && !found[3]) {
      return null;
    }
    var hour = +found[1], half = (found[3] || "").toLowerCase();
    hour = half ? hour % 12 + (half === "p" ? 12 : 0) : hour;
    return hour < 24 && +(found[2] || 0) < 60 ? hour * 60 + +(found[2] || 0) : null;
  }

  function named(day) {
    return new Date(day + "T00:00:00Z").toLocaleDateString("en-US", NAMED);
  }

  function moment(day, minutes) {
    var parts = day.split("-");
    return new Date(+parts[0], +parts[1] - 1, +parts[2], 0, minutes).getTime();
  }

  function counted(n, word) {
    return n + " " + word + (n === 1 ? "" : "s");
  }

  // What is still to be answered, in the words of the page.
  function missing(copy, told, line, first) {
    var said = [], name = (told.name || "").trim(), who = personOf(copy, told);
    if (!line) {
      said.push("Choose the offense.");
    }
    if (!who && !name) {
      said.push("Choose who is cited, or write the name of somebody who is not on file.");
    }
    if (!first) {
      said.push("Enter the day, for example 6/1/2026.");
    }
    if (!told.served) {
      said.push("Choose whether it is handed over or mailed.");
    } else if (told.served === "in-hand" && !told.receipt) {
      said.push("Choose whether they signed for it.");
    } else if (told.served === "mail" && !who && !(told.street || "").trim()) {
      said.push("Add where to mail it, or choose in hand.");
    }
    return said;
  }

  // Who is cited, by id: chosen, or the holder of the place unless somebody else is named.
  function personOf(copy, told) {
    if (told.who && told.who !== "new") {
      return told.who;
    }
    if ((told.name || "").trim()) {
      return "";
    }
    var place = copy.places.find(function (each) { return each.id === told.where; });
    return place && place.holder || "";
  }

  // Of a 24-hour order: how many periods of 24 hours had begun after it lapsed; null while it cannot be told.
  function periods(told, today) {
    var given = readDay(told.given_on, today), seen = readDay(told.seen_on, today);
    var from = readTime(told.given_time), to = readTime(told.seen_time);
    if (!given || !seen || from === null || to === null) {
      return null;
    }
    return Math.max(0, Math.ceil((moment(seen, to) - moment(given, from) - DAY) / DAY));
  }

  // {missing, amount in cents or null, warns, says, lines, line}
  function work(copy, told, today) {
    var key = told.line === "other" ? told.other : told.line;
    var line = copy.lines.find(function (each) { return each.id === key; });
    var first = readDay(told.first, today);
    var found = { line: line, missing: missing(copy, told, line, first), amount: null, lines: [], says: "" };
    if (first && first > today) {
      found.missing.push(named(first) + " lies ahead. Enter the day it happened.");
    }
    if (line && !line.ticket) {
      found.missing.push("What is not in the schedule is fined by a court alone: ask for a criminal complaint.");
    }
    if (!line || found.missing.length) {
      return found;
    }
    var began = periods(told, today), prior = readDay(told.prior_on, today);
    var met = line.prior === "24-hour-order" ? began > 0 : Boolean(prior);
    asks(line, told, today, met, first, prior, began, found.missing);
    if (found.missing.length) {
      return found;
    }
    climb(copy, told, line, first, met, found);
    if (!found.warns) {
      reckon(line, told, today, first, began, found);
    }
    return found;
  }

  function asks(line, told, today, met, first, prior, began, said) {
    var chosen = cents(told.chosen);
    if (line.prior === "24-hour-order") {
      if (readTime(told.order_at) === null && !met) {
        said.push("Enter the time at which the order is given: 24 hours are counted from it. (" + line.cite + ")");
      }
      if ((told.given_on || told.seen_on) && !met) {
        said.push("The order had not lapsed yet, or its times are not all there. (" + line.cite + ")");
      }
    } else if (line.prior && !prior) {
      said.push(line.prior_label + ": enter it, no fine comes before it. (" + line.cite + ")");
    } else if (["written-order", "slips-due", "notice"].indexOf(line.prior) >= 0 && first <= prior) {
      said.push("The first day that may be fined is the day after " + named(prior) + ". (" + line.cite + ")");
    }
    if (line.counted && told.units && !/^[1-9]\d*$/.test(told.units)) {
      said.push("Write how many: at least 1.");
    }
    if (told.last && line.by_days && !(readDay(told.last, today) >= first)) {
      said.push("The last day is before the first, or cannot be read.");
    }
    if (line.unit === "boat-day" && told.marina !== "pond") {
      said.push(told.marina ? "Harbor marinas are exempt: a night aboard there is no offense." : "Say where the marina lies.");
    }
    if (line.most !== null) {
      var least = line.least === null ? 1 : cents(line.least);
      if (!(chosen >= least && chosen <= cents(line.most))) {
        said.push("Choose an amount: " + line.says + ". (" + line.cite + ")");
      }
      if (!(told.reason || "").trim()) {
        said.push("Say in one sentence why this amount; it stays with the citation.");
      }
    }
  }

  // The step of the ladder, by the earlier offenses that the copy knows.
  function climb(copy, told, line, first, met, found) {
    var earlier = (copy.earlier[personOf(copy, told)] || []).filter(function (each) {
      return each.counts_as === line.counts_as && each.on <= first
        && (!line.this_year || each.on.slice(0, 4) === first.slice(0, 4));
    });
    var ordinal = earlier.length + 1 + (line.prior === "quarantine" && met ? 1 : 0);
    if (line.each_matter) {
      ordinal = met ? 2 : 1;
    }
    found.ordinal = ordinal;
    found.warns = ordinal === 1 && line.opening === "warning";
    found.figure = line.most !== null ? cents(told.chosen)
      : cents(ordinal === 1 || line.later === null ? line.first : line.later);
    var word = ordinal <= WORDS.length ? WORDS[ordinal - 1] : "number " + ordinal;
    var before = earlier.map(function (each) { return each.number + " of " + named(each.on); }).join(" and ");
    found.says = word.charAt(0).toUpperCase() + word.slice(1) + " offense: "
      + (found.warns ? "warning" : dollars(found.figure) + line.each)
      + (before ? ", after " + before + "." : ", none in the copy before it.");
    found.amount = found.warns ? 0 : found.figure;
    found.says += " (" + line.cite + ")";
    found.lines.push(found.says);
  }

  function reckon(line, told, today, first, began, found) {
    var factors = [];
    if (line.unit === "period") {
      factors.push(began);
      found.lines.push(counted(began, "period") + " of 24 hours begun after the order lapsed");
    } else if (line.by_days) {
      var last = told.last ? readDay(told.last, today) : first;
      var days = Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1;
      factors.push(days);
      found.lines.push(counted(days, "day") + ", " + named(first) + (days > 1 ? " through " + named(last) + ", both counted" : ""));
    }
    if (line.counted) {
      factors.push(+(told.units || 1));
      found.lines.push(counted(factors[factors.length - 1], line.counted));
    }
    factors.forEach(function (factor) { found.amount *= factor; });
    if (factors.length) {
      found.lines.push([dollars(found.figure)].concat(factors).join(" × ") + " = " + dollars(found.amount));
    }
  }

  window.citeOffline = { work: work, personOf: personOf, dollars: dollars };
})();
