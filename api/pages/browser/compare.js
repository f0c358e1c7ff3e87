/* Shows a comparison as soon as its form changes, and adds the company that is chosen; without this script buttons do the same. */
const form = document.getElementById("compare");
let asked = 0;

form?.addEventListener("change", compare);
listenTo(document.getElementById("companies"));

/* A company that is chosen among the suggestions is added. */
function listenTo(companies) {
  const add = companies?.querySelector("form");
  add?.addEventListener("chosen", (event) => {
    event.preventDefault();
    add.elements.namedItem("add").value = event.detail.ticker || event.detail.slug;
    add.submit();
  });
}

async function compare() {
  asked += 1;
  const mine = asked;
  const query = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.action}?${query}`, { headers: { accept: "text/html" } });
  if (mine !== asked || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  document.getElementById("compared").replaceWith(page.getElementById("compared"));
  const names = ["summary", "select[name=x]", "select[name=y]"];
  for (const one of names)
    form.querySelector(one).innerHTML = page.querySelector(`#compare ${one}`).innerHTML;
  for (const one of document.querySelectorAll(".chips .remove")) {
    one.href = page.querySelector(`[aria-label="${CSS.escape(one.ariaLabel)}"]`)?.href ?? one.href;
  }
  for (const field of document.querySelectorAll("#companies input[type=hidden]")) field.remove();
  document
    .querySelector("#companies form")
    .prepend(...page.querySelectorAll("#companies input[type=hidden]"));
  document.querySelector(".as-of form").replaceWith(page.querySelector(".as-of form"));
  history.replaceState(null, "", answer.url);
  document.getElementById("compared").dispatchEvent(new Event("shown", { bubbles: true }));
}
