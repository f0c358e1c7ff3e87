import { entry } from "../../facts/entry.ts";
import type { ElementNames, Parts } from "./element-names.ts";
import type { LabelResource } from "./taxonomy-part.ts";

/** How a row is printed, by the role of its preferred label. */
export interface LabelUse {
  isTotal: boolean;
  isNegated: boolean;
  balanceAt: "start" | "end" | null;
}

/** "…/role/negatedPeriodStartLabel": all that roles of labels say is in their last word, whatever their year. */
export function labelUse(preferredLabel: string | null): LabelUse {
  const word = lastWord(preferredLabel ?? "");
  const isStart = /periodstart/.test(word);
  return {
    isTotal: /total/.test(word),
    isNegated: word.startsWith("negated"),
    balanceAt: isStart ? "start" : /periodend/.test(word) ? "end" : null,
  };
}

export interface Labels {
  /** The label that is printed for a preferred role; the element's own name where the filing labels it nowhere. */
  printed(element: string, preferredLabel: string | null): string;
  /** Null without a standard label. */
  standard(element: string): string | null;
  documentation(element: string): string | null;
}

type OfElement = Map<string, LabelResource[]>;

/** The labels of a filing, in English where there are several languages. */
export function labelsOf(parts: Parts, names: ElementNames): Labels {
  const labels = new Map<string, OfElement>();
  for (const { name, label } of labelArcs(parts, names)) {
    const ofElement = entry(labels, name, (): OfElement => new Map());
    entry(ofElement, lastWord(label.role), () => []).push(label);
  }
  const find = (element: string, words: readonly string[]) => {
    const ofElement = labels.get(element);
    for (const word of words) {
      const text = inEnglish(ofElement?.get(word) ?? []);
      if (text !== "") return text;
    }
    return null;
  };
  return {
    standard: (element) => find(element, ["label"]),
    documentation: (element) => find(element, ["documentation"]),
    printed(element, preferredLabel) {
      const word = lastWord(preferredLabel ?? "label");
      const plain = word.replace(/^negated/, "").replace(/^$/, "label");
      const found = find(element, [
        word,
        plain,
        "label",
        "terselabel",
        "verboselabel",
        "totallabel",
      ]);
      const text = found ?? element.slice(element.indexOf(":") + 1);
      return text.replace(/\[(?:abstract|roll ?forward|line items)\]$/i, "").trimEnd();
    },
  };
}

function* labelArcs(parts: Parts, { nameOf }: ElementNames) {
  const links = [...parts.values()].flatMap((part) => part.links);
  for (const { kind, locators, arcs, labels } of links) {
    if (kind !== "label") continue;
    for (const { from, to } of arcs.filter(({ isProhibited }) => !isProhibited)) {
      const found = (locators.get(from) ?? []).map(nameOf).filter((name) => name !== null);
      for (const name of found) for (const label of labels.get(to) ?? []) yield { name, label };
    }
  }
}

function inEnglish(labels: readonly LabelResource[]): string {
  const english = labels.find(({ language }) => /^en/i.test(language));
  return (english ?? labels[0])?.text ?? "";
}

function lastWord(role: string): string {
  return role.slice(role.lastIndexOf("/") + 1).toLowerCase();
}
