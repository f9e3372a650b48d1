import type { Figure } from './figure.ts';

/** Under this heading of docs/benchmarks.md stands the table that a run writes. */
const HEADING = '## The last run of each figure';
const COLUMNS = ['Figure', 'Ratio', 'Goal', '', 'Measured'] as const;

/** When a run was made, and on what. */
export interface RunFacts {
  /** Like `2026-11-23`. */
  readonly date: string;
  /** The machine's load of one minute before the run; a quiet one is below 1. */
  readonly load: number;
}

/**
 * Writes the figures of a run into the document's table. A figure that this run didn't measure keeps its row, with its own date.
 * @param text the document, in Markdown
 * @throws Error when the document has no such heading
 */
export function withFigures(text: string, figures: readonly Figure[], { date, load }: RunFacts): string {
  const start = text.indexOf(`${HEADING}\n`);
  if (start < 0) throw new Error(`docs/benchmarks.md has no heading “${HEADING}”.`);
  const from = start + HEADING.length + 1;
  const next = text.indexOf('\n## ', from);
  const section = text.slice(from, next < 0 ? text.length : next);
  const rows = new Map(rowsOf(section).map((row) => [row[0] ?? '', row]));
  const measured = `${date}, load ${load.toFixed(1)}`;
  for (const { name, ratio, goal, holds } of figures)
    rows.set(name, [name, String(ratio), goal, resultOf(holds), measured]);
  const rest = next < 0 ? '' : text.slice(next);
  return `${text.slice(0, from)}\n${table([...rows.values()])}\n${rest}`;
}

function resultOf(holds: boolean | undefined): string {
  if (holds === undefined) return '';
  return holds ? 'met' : 'missed';
}

const rowsOf = (section: string): string[][] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

/** As the formatter wants it: every column as wide as its widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((name, at) =>
    Math.max(3, name.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
