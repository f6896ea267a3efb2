// Before the first paint: a saved choice of colors wins, else the system's. Without this script the
// style sheet follows the system by itself.
(function () {
  "use strict";
  var system = window.matchMedia("(prefers-color-scheme: dark)");
  function saved() {
    try {
      return localStorage.getItem("theme");
    } catch (blocked) {
      return null;
    }
  }
  function show() {
    document.documentElement.dataset.bsTheme = saved() || (system.matches ? "dark" : "light");
  }
  system.addEventListener("change", show);
  show();
})();
