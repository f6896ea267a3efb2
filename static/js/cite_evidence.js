// Evidence of a citation, none of it needed: photos with their time and fingerprint, a signature on the screen, and the
// place of the phone. All of it is kept on the phone with the open citation, and goes to the office with it.
(function () {
  "use strict";

  var MOST_PHOTOS = 6, MOST_BYTES = 25 * 1024 * 1024, of = null;

  function element(id) {
    return document.getElementById(id);
  }

  function made(name, text, className) {
    var part = document.createElement(name);
    part.textContent = text;
    part.className = className || "";
    return part;
  }

  function hex(bytes) {
    return Array.from(new Uint8Array(bytes), function (each) { return each.toString(16).padStart(2, "0"); }).join("");
  }

  async function keepPicture(blob, name, sort, taken) {
    var bytes = await blob.arrayBuffer(), hash = hex(await crypto.subtle.digest("SHA-256", bytes));
    await of.save();
    await of.box.put("pictures", { key: of.draft.key, who: of.box.who, sort: sort, name: name, type: blob.type, bytes: bytes,
                                sha256: hash, taken_at: taken.toISOString() });
    await showPictures();
  }

  async function showPictures() {
    var kept = await of.box.pictures(of.draft.key), list = element("pictures");
    list.replaceChildren.apply(list, kept.map(function (picture) {
      var row = document.createElement("li"), drop = made("button", "Remove", "btn btn-secondary");
      var at = new Date(picture.taken_at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
      var what = picture.sort === "photo" ? "Photo" : "Signature";
      drop.type = "button";
      drop.setAttribute("aria-label", "Remove the " + what.toLowerCase() + " of " + at);
      drop.addEventListener("click", async function () {
        await of.box.remove("pictures", picture.id);
        await showPictures();
        element("picture-says").textContent = what + " of " + at + " removed.";
      });
      row.append(small(picture), what + ", " + at + ", ", made("code", picture.sha256.slice(0, 12)), drop);
      return row;
    }));
    return kept;
  }

  function small(picture) {
    var shown = document.createElement("canvas");
    shown.width = shown.height = 64;
    shown.setAttribute("aria-hidden", "true");
    createImageBitmap(new Blob([picture.bytes], { type: picture.type })).then(function (image) {
      var scale = Math.min(64 / image.width, 64 / image.height);
      shown.getContext("2d").drawImage(image, 0, 0, image.width * scale, image.height * scale);
    }).catch(function () {
      shown.remove(); // a sort the browser cannot show, such as HEIC
    });
    return shown;
  }

  async function photoTaken(event) {
    var file = event.target.files[0], said = element("picture-says");
    if (!file) {
      return;
    }
    var kept = await of.box.pictures(of.draft.key), photos = kept.filter(function (each) { return each.sort === "photo"; });
    var bytes = kept.reduce(function (sum, each) { return sum + each.bytes.byteLength; }, file.size);
    if (photos.length >= MOST_PHOTOS || bytes > MOST_BYTES) {
      said.textContent = "Not kept: 6 photos of 25 MB together go with a citation. Remove one first.";
    } else {
      await keepPicture(file, file.name, "photo", new Date(Math.min(file.lastModified, Date.now())));
      said.textContent = "Photo kept on this phone.";
    }
    event.target.value = "";
  }

  function signature() {
    var pad = element("sign"), pen = pad.getContext("2d"), drawn = false, down = false;

    function at(event) {
      var frame = pad.getBoundingClientRect();
      return [(event.clientX - frame.left) * pad.width / frame.width, (event.clientY - frame.top) * pad.height / frame.height];
    }

    function clear() {
      pen.fillStyle = "#FFFFFF";
      pen.fillRect(0, 0, pad.width, pad.height);
      drawn = false;
    }

    pen.lineWidth = 5;
    pen.lineCap = pen.lineJoin = "round";
    clear();
    pad.addEventListener("pointerdown", function (event) {
      down = true;
      pad.setPointerCapture(event.pointerId);
      pen.beginPath();
      pen.moveTo.apply(pen, at(event));
    });
    pad.addEventListener("pointermove", function (event) {
      if (down) {
        pen.lineTo.apply(pen, at(event));
        pen.stroke();
        drawn = true;
      }
    });
    ["pointerup", "pointercancel"].forEach(function (name) {
      pad.addEventListener(name, function () { down = false; });
    });
    element("sign-clear").addEventListener("click", clear);
    element("sign-keep").addEventListener("click", async function () {
      if (!drawn) {
        element("picture-says").textContent = "Nothing is signed yet. Choose above if they would not, or were not there.";
        return;
      }
      var earlier = (await of.box.pictures(of.draft.key)).filter(function (each) { return each.sort === "signature"; });
      for (var place = 0; place < earlier.length; place += 1) {
        await of.box.remove("pictures", earlier[place].id);
      }
      pad.toBlob(async function (blob) {
        await keepPicture(blob, "signature.png", "signature", new Date());
        element("picture-says").textContent = "Signature kept on this phone.";
        clear();
        element("signing").open = false;
      }, "image/png");
    });
  }

  function locate() {
    var said = element("located");
    if (!navigator.geolocation) {
      said.textContent = "This phone does not say where it is. Go on without it.";
      return;
    }
    said.textContent = "Asking the phone…";
    navigator.geolocation.getCurrentPosition(async function (found) {
      of.draft.spot = { latitude: found.coords.latitude.toFixed(6), longitude: found.coords.longitude.toFixed(6),
                     accuracy_m: Math.round(found.coords.accuracy) };
      await of.save();
      showSpot();
    }, function () {
      said.textContent = "The phone did not say where it is. Go on without it.";
    }, { enableHighAccuracy: true, timeout: 15000 });
  }

  function showSpot() {
    var spot = of.draft.spot;
    if (spot) {
      element("located").textContent = "Kept: " + spot.latitude + ", " + spot.longitude + ", within " + spot.accuracy_m + " m.";
    }
  }

  // `given`: the draft, how it is saved, and the outbox.
  window.citeEvidence = async function (given) {
    of = given;
    element("photo").addEventListener("change", photoTaken);
    element("locate").addEventListener("click", locate);
    signature();
    showSpot();
    await showPictures();
  };
})();
