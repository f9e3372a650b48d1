import { formatTime, formatUnits } from '../../model/amounts.ts';
import type { ByteRange, Fact, Warning } from '../../model/decoded.ts';
import { toChecksumAddress, type Hex } from '../address.ts';
import { formatCoins } from '../amounts.ts';
import type { DecodedCall } from '../call.ts';
import type { Network } from '../networks.ts';
import { assetFact, tokenFact } from '../token-amount.ts';
import { fieldFacts } from '../typed-data/fields.ts';
import type { StructValue, TypedValue } from '../typed-data/typed-data.ts';
import type { Descriptor } from './descriptor.ts';
import { resolve, type Found } from './paths.ts';
import { addressOf, enumOf, numberOf } from './references.ts';
import type { Field } from './schema.ts';

/** What a field is shown out of. */
export interface Shown {
  readonly descriptor: Descriptor;
  readonly chainId: bigint | null;
  readonly network: Network;
  readonly root: StructValue;
  /** Who calls or signs, what is called or verifies, and the coins that go along. */
  readonly container: { readonly from: Hex | null; readonly to: Hex; readonly value: bigint };
  /** Reads a call to another contract that is carried in bytes of the data. */
  readonly readInner: (to: Hex, data: Hex, range?: ByteRange) => DecodedCall | null;
}

/** A field's facts, the paths of the values that they show, and the calls that were found in it. */
export interface ShownField {
  readonly facts: Fact[];
  readonly paths: readonly string[];
  readonly inner: DecodedCall[];
  readonly warnings: Warning[];
}

const nothing = { inner: [], warnings: [] };

/** The values that a path leads to, in the data or beside it. */
function valuesAt({ root, container }: Shown, path: string): Found[] {
  const atom = (type: string, value: bigint | string | null): Found[] =>
    value === null ? [] : [{ path, value: { kind: 'atom', type, value } }];
  if (path === '@.from') return atom('address', container.from);
  if (path === '@.to') return atom('address', container.to);
  if (path === '@.value') return atom('uint256', container.value);
  return resolve(root, path);
}

/** Shows one field, for every value that its path leads to. */
export function showField(shown: Shown, field: Field): ShownField {
  const found = valuesAt(shown, field.path);
  if (found.length === 0) {
    return { facts: [{ label: field.label, value: 'nothing', kind: 'text' }], paths: [], ...nothing };
  }
  const all = found.map((each, index) => showValue(shown, field, each, index));
  return {
    facts: all.flatMap(({ facts }) => facts),
    paths: all.flatMap(({ paths }) => paths),
    inner: all.flatMap(({ inner }) => inner),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

function showValue(shown: Shown, field: Field, { path, value }: Found, index: number): ShownField {
  const own = (...facts: Fact[]): ShownField => ({ facts, paths: [path], ...nothing });
  const number = value.kind === 'atom' && typeof value.value === 'bigint' ? value.value : 0n;
  const { label } = field;
  switch (field.format) {
    case 'raw':
    case 'addressName': {
      const leaves = fieldFacts(value);
      const labelled = leaves.map((leaf) => ({
        ...leaf,
        label: leaves.length === 1 ? label : `${label} ${leaf.label}`,
      }));
      const within = leaves.map((leaf) => (value.kind === 'atom' ? path : pathIn(path, leaf.label)));
      return { facts: labelled, paths: [path, ...within], ...nothing };
    }
    case 'amount':
      return own({
        label,
        value: formatCoins(number, shown.network.unit),
        kind: 'amount',
        note: number.toString(),
      });
    case 'tokenAmount':
      return showToken(shown, field, { path, number }, index);
    case 'date':
      return own({ label, value: formatTime(number), kind: 'time', note: number.toString() });
    case 'duration':
      return own({ label, value: duration(number), kind: 'text', note: `${number.toString()} seconds` });
    case 'enum': {
      const words = enumOf(shown.descriptor, field.params.$ref)?.[number.toString()];
      return own({ label, value: words ?? number.toString(), kind: 'text', note: number.toString() });
    }
    case 'unit': {
      const { base, decimals = 0 } = field.params;
      const [sign, size] = number < 0n ? ['-', -number] : ['', number];
      return own({
        label,
        value: `${sign}${formatUnits(size, decimals)} ${base}`,
        kind: 'amount',
        note: number.toString(),
      });
    }
    case 'calldata': {
      const { calleePath, callee } = field.params;
      const to = addressAt(shown, calleePath, callee, index);
      const data = value.kind === 'atom' ? (value.value as Hex) : '0x';
      const range = value.kind === 'atom' ? value.range : undefined;
      const inner = to === null || data === '0x' ? null : shown.readInner(to, data, range);
      return { ...own({ label, value: data, kind: 'data' }), inner: inner === null ? [] : [inner] };
    }
  }
}

/** The path of a leaf that was flattened out of a value at `path`. */
const pathIn = (path: string, leaf: string): string =>
  leaf.startsWith('[') ? `${path}${leaf}` : `${path}.${leaf}`;

function showToken(
  shown: Shown,
  { label, params }: Extract<Field, { format: 'tokenAmount' }>,
  { path, number }: { readonly path: string; readonly number: bigint },
  index: number,
): ShownField {
  const token = addressAt(shown, params.tokenPath, params.token, index);
  const natives = [params.nativeCurrencyAddress ?? []]
    .flat()
    .map((each) => addressOf(shown.descriptor, each));
  const threshold = params.threshold === undefined ? null : numberOf(shown.descriptor, params.threshold);
  if (token === null) {
    return { facts: [{ label, value: number.toString(), kind: 'number' }], paths: [path], ...nothing };
  }
  const isNative = natives.includes(token);
  const fact: Fact = isNative
    ? { label, value: formatCoins(number, shown.network.unit), kind: 'amount', note: number.toString() }
    : tokenFact(shown, label, token, number);
  const isAbove = threshold !== null && number >= threshold && params.message !== undefined;
  return {
    facts: [
      ...(isNative ? [] : [assetFact(shown, token, undefined, `Token of ${label}`)]),
      isAbove ? { ...fact, value: params.message ?? '', note: number.toString() } : fact,
    ],
    paths: [path],
    ...nothing,
  };
}

/** An address by a path, the n-th where there are several, or written out. */
function addressAt(
  shown: Shown,
  path: string | undefined,
  written: string | undefined,
  index: number,
): Hex | null {
  if (path === undefined) return written === undefined ? null : addressOf(shown.descriptor, written);
  const found = valuesAt(shown, path);
  const value: TypedValue | undefined = (found[index] ?? found[0])?.value;
  return value?.kind === 'atom' && typeof value.value === 'string' ? toChecksumAddress(value.value) : null;
}

function duration(seconds: bigint): string {
  const [days, hours, minutes] = [seconds / 86_400n, (seconds / 3600n) % 24n, (seconds / 60n) % 60n];
  const parts: readonly (readonly [bigint, string])[] = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'm'],
    [seconds % 60n, 's'],
  ];
  const some = parts.filter(([count]) => count !== 0n);
  return some.length === 0 ? '0 s' : some.map(([count, unit]) => `${count.toString()} ${unit}`).join(' ');
}
