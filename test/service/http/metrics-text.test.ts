import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MetricFamily, metricsText } from '#service/http/metrics-text.ts';

/** Reads the text as Prometheus does: what it takes for lines, names, labels and values. */
function readText(text: string): { name: string; labels: Record<string, string>; value: number }[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(.*)$/su.exec(line) ?? [];
      const labels: Record<string, string> = {};
      let at = 0;
      if (rest.startsWith('{')) {
        at = 1;
        while (rest[at] !== '}') {
          const [whole = '', label = ''] = /^,?([a-zA-Z_][a-zA-Z0-9_]*)="/u.exec(rest.slice(at)) ?? [];
          if (whole === '') throw new Error(`no label in ${line}`);
          at += whole.length;
          let value = '';
          for (; rest[at] !== '"'; at += 1) {
            if (at >= rest.length) throw new Error(`no end in ${line}`);
            if (rest[at] === '\\') {
              at += 1;
              value += rest[at] === 'n' ? '\n' : (rest[at] ?? '');
            } else value += rest[at] ?? '';
          }
          labels[label] = value;
          at += 1;
        }
        at += 1;
      }
      const [, number = ''] = /^ (\S+)$/u.exec(rest.slice(at)) ?? [];
      return {
        name,
        labels,
        value: number === '+Inf' ? Infinity : number === '-Inf' ? -Infinity : Number(number),
      };
    });
}

test('a family as the format writes it', () => {
  const family: MetricFamily = {
    name: 'http_requests_total',
    help: 'All of them\\,\nin two lines.',
    type: 'counter',
    samples: [
      { labels: { method: 'post', path: 'C:\\DIR\\', error: 'Cannot find "FILE":\n…' }, value: 3 },
      { suffix: '_bucket', labels: { le: '+Inf' }, value: Infinity },
      { value: 1.5e-9 },
    ],
  };
  expect(metricsText([family, { ...family, samples: [] }])).toBe(
    [
      '# HELP http_requests_total All of them\\\\,\\nin two lines.',
      '# TYPE http_requests_total counter',
      String.raw`http_requests_total{method="post",path="C:\\DIR\\",error="Cannot find \"FILE\":\n…"} 3`,
      'http_requests_total_bucket{le="+Inf"} +Inf',
      'http_requests_total 1.5e-9',
      '',
    ].join('\n'),
  );
});

test('injection: whatever a label’s value holds, it is one line and reads as it was (property)', () => {
  const text = fc.string({
    unit: fc.constantFrom('"', '\\', '\n', '}', '{', ',', '=', ' ', 'a', 'é', '#', '\r'),
  });
  const sample = fc.record({ one: text, two: fc.string() });
  const value = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(Infinity, -Infinity, 0));
  fc.assert(
    fc.property(sample, value, text, (labels, number, help) => {
      const written = metricsText([
        { name: 'a_name', help, type: 'gauge', samples: [{ labels, value: number }] },
      ]);
      expect(written.split('\n')).toHaveLength(4);
      const [read] = readText(written);
      expect(read).toEqual({ name: 'a_name', labels, value: number === 0 ? 0 : number });
    }),
  );
});

test.each([
  ['a name', { name: 'a b', samples: [{ value: 1 }] }],
  ['an empty name', { name: '', samples: [{ value: 1 }] }],
  ['a label', { name: 'a', samples: [{ labels: { 'b"': '' }, value: 1 }] }],
  ['a label of Prometheus’ own', { name: 'a', samples: [{ labels: { __name__: 'b' }, value: 1 }] }],
])('%s that the format doesn’t have is refused', (_, family) => {
  expect(() => metricsText([{ help: '', type: 'gauge', ...family }])).toThrow(TypeError);
});
