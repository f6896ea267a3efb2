// Rows of a table of answers: added and taken away in place. A convenience only: without this file "Add" sends
// the page, which comes back with one more row, and a row whose cells are emptied is no row.
(function () {
  "use strict";

  var made = 0; // ids of added rows never meet those the page came with

  document.documentElement.classList.add("rows-live");

  function rowsOf(set) {
    return Array.from(set.querySelectorAll("[data-row-list] > [data-row]"));
  }

  function renumber(set) {
    rowsOf(set).forEach(function (row, at) {
      row.querySelectorAll("[data-n]").forEach(function (number) {
        number.textContent = String(at + 1);
      });
    });
  }

  function say(set, what, n) {
    var said = set.querySelector("[data-row-said]");
    said.textContent = said.dataset[what].replace("__n__", String(n));
  }

  function changed(set) {
    set.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function add(set) {
    var many = rowsOf(set).length;
    if (many >= Number(set.dataset.most)) {
      say(set, "full", many);
      return;
    }
    made += 1;
    var holder = document.createElement("template");
    holder.innerHTML = set.querySelector("[data-row-pattern]").innerHTML.replaceAll("__n__", "new" + made);
    var row = holder.content.querySelector("[data-row]");
    set.querySelector("[data-row-list]").append(row);
    renumber(set);
    say(set, "added", many + 1);
    row.querySelector("input, select").focus();
  }

  function remove(set, row) {
    var rows = rowsOf(set);
    var at = rows.indexOf(row);
    row.remove();
    renumber(set);
    say(set, "removed", at + 1);
    var next = rowsOf(set)[Math.min(at, rows.length - 2)];
    (next ? next.querySelector("input, select") : set.querySelector("[data-row-add]")).focus();
    changed(set);
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-row-add], [data-row-remove]");
    var set = button && button.closest("[data-rows]");
    if (!set) {
      return;
    }
    event.preventDefault();
    if (button.hasAttribute("data-row-add")) {
      add(set);
    } else {
      remove(set, button.closest("[data-row]"));
    }
  });
})();
