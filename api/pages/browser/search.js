/* Suggests companies while one types into a search field; without this script the field's form finds them. */
const waitMs = 180;
const shownMax = 8;

for (const form of document.querySelectorAll("form.find")) suggestIn(form);

document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, select, textarea, [contenteditable]");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  document.querySelector("form.find input").focus();
});

/* The combobox pattern of the ARIA guide: focus stays in the field, the list is moved through by arrows. */
function suggestIn(form) {
  const field = form.querySelector("input[type=search]");
  const list = document.createElement("ul");
  list.id = `found-${document.querySelectorAll("ul.suggested").length}`;
  list.className = "suggested";
  list.hidden = true;
  set(list, { role: "listbox", "aria-label": "Companies" });
  form.append(list);
  set(field, { role: "combobox", "aria-expanded": "false", "aria-controls": list.id });
  set(field, { "aria-autocomplete": "list", autocomplete: "off" });
  let timer;
  let asked = 0;

  const mark = (at) => {
    for (const one of list.children) one.setAttribute("aria-selected", String(one === at));
    if (at) field.setAttribute("aria-activedescendant", at.id);
    else field.removeAttribute("aria-activedescendant");
    at?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    asked += 1;
    clearTimeout(timer);
    list.hidden = true;
    field.setAttribute("aria-expanded", "false");
    mark(null);
  };
  const look = async () => {
    const text = field.value.trim();
    if (text === "") return close();
    asked += 1;
    const mine = asked;
    const answer = await fetch(
      `/v2/entities?${new URLSearchParams({ search: text, limit: shownMax })}`,
    );
    if (mine !== asked || !answer.ok) return;
    const { data } = await answer.json();
    if (mine !== asked) return;
    list.replaceChildren(...data.map((one, at) => optionOf(one, `${list.id}-${at}`)));
    list.hidden = data.length === 0;
    field.setAttribute("aria-expanded", String(data.length > 0));
    mark(null);
  };

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, waitMs);
  });
  field.addEventListener("keydown", (event) => {
    const at = list.querySelector("[aria-selected=true]");
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) return look();
      mark(neighbour(list, at, event.key === "ArrowDown"));
    } else if (event.key === "Enter" && at && !list.hidden) {
      event.preventDefault();
      choose(form, at);
    }
  });
  field.addEventListener("blur", close);
  // Before the field loses the focus, which would close the list.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const one = event.target.closest("li");
    if (one) choose(form, one);
  });
}

/* A form that takes companies hears of the choice; all others open the company. */
function choose(form, option) {
  const chosen = new CustomEvent("chosen", { detail: option.dataset, cancelable: true });
  if (!form.dispatchEvent(chosen)) return;
  const day = form.elements.namedItem("asOf")?.value;
  location.href = `/companies/${option.dataset.slug}${day ? `?asOf=${day}` : ""}`;
}

function neighbour(list, at, isNext) {
  const edge = isNext ? list.firstElementChild : list.lastElementChild;
  return (isNext ? at?.nextElementSibling : at?.previousElementSibling) ?? edge;
}

function optionOf({ name, ticker, exchange, slug }, id) {
  const one = document.createElement("li");
  one.id = id;
  one.dataset.slug = slug;
  one.dataset.ticker = ticker ?? "";
  set(one, { role: "option", "aria-selected": "false" });
  const label = document.createElement("b");
  label.textContent = name;
  const where = document.createElement("span");
  where.className = "soft";
  where.textContent = [ticker, exchange].filter(Boolean).join(" · ");
  one.append(label, " ", where);
  return one;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
