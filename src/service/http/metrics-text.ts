/** One value of a family. */
export interface Sample {
  /** What a histogram appends to its name. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is measured, under one name. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

/** The content type of the text below. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
/** Those that begin with two underscores are Prometheus' own. */
const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Writes families in the Prometheus text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats).
 * @throws TypeError for a name that the format doesn't have: names are the program's own, values may be anything
 */
export function metricsText(families: readonly MetricFamily[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      if (!METRIC_NAME.test(name)) throw new TypeError(`${name} is no name of a metric.`);
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
      return head + samples.map((sample) => lineOf(name, sample)).join('');
    })
    .join('');
}

function lineOf(name: string, { suffix, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => {
    if (!LABEL_NAME.test(label)) throw new TypeError(`${label} is no name of a label.`);
    return `${label}="${escapeLabel(text)}"`;
  });
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numberText(value)}\n`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

/** As Go reads it: infinities have a sign and another spelling. */
const numberText = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
