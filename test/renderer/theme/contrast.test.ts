import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(resolve(import.meta.dirname, '../../../src/renderer/src/theme/tokens.css'), 'utf8');
type Scheme = 'light' | 'dark';

/** The value of a token in a scheme. */
function token(name: string, scheme: Scheme): string {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1]?.trim();
  if (value === undefined) throw new Error(`No token --${name}.`);
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (alias !== undefined) return token(alias, scheme);
  const pair = /^light-dark\(\s*(#\w+|oklch\([^)]*\))\s*,\s*(#\w+|oklch\([^)]*\))\s*\)$/.exec(value);
  const chosen = pair?.[scheme === 'light' ? 1 : 2];
  if (chosen === undefined) throw new Error(`--${name} is not a pair of colours.`);
  return chosen;
}

/** Relative luminance (WCAG 2.2) of a colour in hex or OKLCH. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.startsWith('#') ? linearOfHex(colour) : linearOfOklch(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearOfHex(colour: string): number[] {
  const long =
    colour.length === 4
      ? colour
          .slice(1)
          .match(/./g)
          ?.map((digit) => digit + digit)
      : colour.slice(1).match(/../g);
  return (long ?? []).map((pair) => {
    const value = parseInt(pair, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

// CSS Color 4, section 10: OKLCH to OKLab to linear sRGB, out-of-gamut parts clipped.
function linearOfOklch(colour: string): number[] {
  const [, lightness = '', chroma = '', hue = ''] = /oklch\(([\d.]+)% ([\d.]+) ([\d.]+)/.exec(colour) ?? [];
  const angle = (Number(hue) * Math.PI) / 180;
  const [L, a, b] = [
    Number(lightness) / 100,
    Number(chroma) * Math.cos(angle),
    Number(chroma) * Math.sin(angle),
  ];
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('the measure itself: black on white is 21, a known OKLCH white is white', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  expect(luminance('oklch(100% 0 0)')).toBeCloseTo(1, 3);
});

const GROUNDS = ['bg', 'panel', 'raised', 'accent-soft', 'ok-soft', 'warn-soft', 'bad-soft'];
const PAIRS: readonly (readonly [string, string])[] = [
  ...GROUNDS.flatMap((ground) => [['ink', ground] as const, ['ink-2', ground] as const]),
  ['ink-3', 'panel'],
  ...['read', 'write', 'sign', 'export', 'destroy', 'ok', 'accent'].flatMap((ink) => [
    [ink, 'panel'] as const,
    [ink, 'accent-soft'] as const,
  ]),
  ['destroy', 'bad-soft'],
  ['export', 'warn-soft'],
  ['ok', 'ok-soft'],
  ['on-accent', 'accent'],
  ['on-destroy', 'destroy'],
];

describe.each(['light', 'dark'] as const)('%s: text stands out 4.5 to 1 and more', (scheme) => {
  test.each(PAIRS)('%s on %s', (ink, ground) => {
    expect(contrast(token(ink, scheme), token(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });
});
