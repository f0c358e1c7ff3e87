/* Sends the form as it is typed and shows the result; without this script the button does the same. */
const form = document.getElementById("inputs");
let timer;
let asked = 0;
form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(recompute, 400);
});

async function recompute() {
  asked += 1;
  const mine = asked;
  const body = new URLSearchParams(new FormData(form));
  body.set("act", "show");
  const headers = { accept: "text/html" };
  const answer = await fetch(form.action, { method: "POST", body, headers });
  if (mine !== asked || (!answer.ok && answer.status !== 400)) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const name of ["result", "refusal", "shared"]) {
    document.getElementById(name).replaceWith(page.getElementById(name));
  }
  document.querySelector(".as-of").replaceWith(page.querySelector(".as-of"));
  // The address says what is shown; one that is refused leaves it.
  if (answer.ok)
    history.replaceState(null, "", document.querySelector("#shared a")?.href ?? form.action);
  for (const field of page.querySelectorAll("#inputs input, #inputs select")) show(field, page);
}

/* Takes over what is said of a field, and leaves what is typed. */
function show(field, page) {
  const own = form.elements.namedItem(field.name);
  const why = document.getElementById(`${field.name}-why`);
  if (own === null || why === null) return;
  why.textContent = page.getElementById(why.id).textContent;
  for (const name of ["placeholder", "aria-invalid", "aria-describedby"]) {
    if (field.hasAttribute(name)) own.setAttribute(name, field.getAttribute(name));
    else own.removeAttribute(name);
  }
}
