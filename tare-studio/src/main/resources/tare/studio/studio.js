// Keeps the page of a running release up to date. Without it the page has a link that looks again.
"use strict";
const box = document.getElementById("progress");
if (box && box.dataset.running) {
  const look = async () => {
    try {
      const answer = await fetch("progress.json", { cache: "no-store" });
      const now = await answer.json();
      if (now.state === "DONE") {
        location.assign("report");
      } else if (now.state !== "RUNNING") {
        location.assign("release");
      } else {
        document.getElementById("step").textContent = now.step;
        document.getElementById("seconds").textContent = now.seconds;
        const bar = box.querySelector("progress");
        if (now.done >= 0) {
          bar.value = now.done;
        } else {
          bar.removeAttribute("value");
        }
        document.getElementById("charged").textContent = now.charged;
        setTimeout(look, 400);
      }
    } catch (e) {
      setTimeout(look, 2000);
    }
  };
  setTimeout(look, 300);
}
