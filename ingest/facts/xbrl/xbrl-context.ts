import { ParseError } from "../../errors.ts";
import { dayAfter, dayBefore, isCalendarDate } from "../iso-date.ts";
import { childOf, type XmlNode } from "./xml-node.ts";

export interface Context {
  /** The entity identifier as written, normally the CIK. */
  identifier: string;
  start: string | null;
  end: string;
  /** Why no fact can stand in this period, or null. */
  problem: string | null;
  /** Canonical "axis=member;…" of everything in segment and scenario, sorted; null without dimensions. */
  dimensions: string | null;
  /** True when share classes are the only axis: such facts are summed or kept by class later. */
  isShareClassOnly: boolean;
}

/** The one axis whose members are classes of shares (standardization.md 2.13). */
const shareClassAxis = "us-gaap:StatementClassOfStockAxis";

/** Reads an xbrli:context element; ParseError when it has no period or entity of a known shape. */
export function parseContext(node: XmlNode): Context {
  const entity = childOf(node, "entity");
  const identifier = entity && childOf(entity, "identifier");
  const period = childOf(node, "period");
  if (!entity || !identifier || !period) throw unknownShape(node);
  const dimensions = [childOf(entity, "segment"), childOf(node, "scenario")]
    .flatMap((part) => part?.children ?? [])
    .map(parseDimension)
    .sort((a, b) => (a.axis < b.axis ? -1 : 1));
  return {
    identifier: identifier.text.trim(),
    ...parsePeriod(node, period),
    dimensions: dimensions.map(({ axis, member }) => `${axis}=${member}`).join(";") || null,
    isShareClassOnly:
      dimensions.length > 0 &&
      dimensions.every(({ axis, isExplicit }) => isExplicit && axis === shareClassAxis),
  };
}

/** A period of a single day is an instant in companyfacts, and so here. */
function parsePeriod(context: XmlNode, period: XmlNode): Period {
  if (childOf(period, "forever")) return impossible("the period is forever");
  const instant = childOf(period, "instant");
  const startDate = childOf(period, "startDate");
  const endDate = childOf(period, "endDate") ?? instant;
  if (!endDate || (!instant && !startDate)) throw unknownShape(context);
  const end = parseDay(endDate.text, "end");
  if (end === null) return impossible(`it ends on no calendar day: ${quoted(endDate)}`);
  if (!startDate) return { start: null, end, problem: null };
  const start = parseDay(startDate.text, "start");
  if (start === null) return impossible(`it starts on no calendar day: ${quoted(startDate)}`);
  if (start > end) return impossible(`the period starts (${start}) after it ends (${end})`);
  return { start: start === end ? null : start, end, problem: null };
}

type Period = Pick<Context, "start" | "end" | "problem">;

function impossible(problem: string): Period {
  return { start: null, end: "", problem };
}

/** A date stands for its whole day; 00:00 as the end of a period closes the day before, and 24:00 the day itself. */
function parseDay(text: string, side: "start" | "end"): string | null {
  const [day = "", time, ...rest] = text.trim().split("T");
  if (!isCalendarDate(day) || rest.length > 0) return null;
  if (time === undefined) return day;
  const [, hour] = /^(00|24):00:00(?:\.0{1,9})?$/.exec(time) ?? [];
  if (hour === undefined) return null;
  if (hour === "00") return side === "end" ? dayBefore(day) : day;
  return side === "end" ? day : dayAfter(day);
}

function quoted(node: XmlNode): string {
  return node.text.trim().slice(0, 40);
}

/** Whatever stands in a segment or scenario narrows the fact, also when it is not a dimension of XBRL 1.0. */
function parseDimension(node: XmlNode): { axis: string; member: string; isExplicit: boolean } {
  const named = node.attributes.get("dimension");
  if (named === undefined) return { axis: node.name, member: contentOf(node), isExplicit: false };
  const isExplicit = node.local === "explicitMember";
  const member = isExplicit ? node.qualify(node.text.trim()) : contentOf(node);
  return { axis: node.qualify(named), member, isExplicit };
}

/** Separators of the canonical text cannot come out of a typed value. */
function contentOf(node: XmlNode): string {
  const texts = [node.text, ...node.children.map(contentOf)].map((text) => text.trim());
  return texts.filter(Boolean).join(" ").replace(/[;=]/g, "_").slice(0, 200);
}

function unknownShape(node: XmlNode): ParseError {
  const id = node.attributes.get("id") ?? "without id";
  return new ParseError(`context ${id.slice(0, 100)} has an unknown shape`, { where: id });
}
