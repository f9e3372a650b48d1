import { formatTime, formatUnits } from '../../model/amounts.ts';
import type { ByteRange } from '../../model/decoded.ts';
import { theAmount } from '../../model/sentence.ts';
import {
  type Format,
  type Surroundings,
  type Found as Value,
  address,
  addressFact,
  amountIn,
  coins,
  formatOf,
  noted,
  number,
  shownText,
  token as tokenOf,
  valueFact,
} from '../descriptions/formats.ts';
import type { Hex } from '../model/address.ts';
import type { DecodedCall } from '../model/call.ts';
import { networkOf } from '../model/networks.ts';
import { assetFact } from '../model/token-amount.ts';
import { typedLeafFact } from '../typed-data/fields.ts';
import type { TypedValue } from '../typed-data/typed-data.ts';
import { type Field, type Metadata, addressValue, enumOf, numberOf } from './fields.ts';
import { type FoundValue, addressIn, numberIn } from './paths.ts';

/** What a field is written out of, beside its own value. */
export interface Reading {
  readonly descriptor: Metadata;
  /** The value at another path that belongs to one that was found; undefined where that is not one value. */
  readonly beside: (field: Field, found: FoundValue, path: string) => TypedValue | undefined;
  /** Reads a call to another contract that is carried in bytes of the data. */
  readonly readInner: (to: Hex, found: TypedValue, value: bigint) => DecodedCall | null;
}

const asIs = (value: bigint): string => value.toString();

/** How a field is written, in the formats of calls that are built in. */
export function formatOfField(field: Field, reading: Reading): Format<FoundValue> {
  const { descriptor } = reading;
  switch (field.format) {
    case 'raw':
      return leaf;
    case 'addressName':
      return ofAddress(noted(address, () => 'address'));
    case 'tokenTicker':
      return ofAddress(tokenOf);
    case 'amount':
      return ofNumber(noted(coins, asIs));
    case 'date':
      return ofNumber(noted(shownText(formatTime, 'time'), asIs));
    case 'duration':
      return ofNumber(noted(shownText(duration), (seconds) => `${seconds.toString()} seconds`));
    case 'chainId':
      return ofNumber(
        noted(
          shownText((id) => networkOf(id).name),
          asIs,
        ),
      );
    case 'enum': {
      const words = enumOf(descriptor, field.params.$ref) ?? {};
      return ofNumber(
        noted(
          shownText((value) => wordFor(words, value)),
          asIs,
        ),
      );
    }
    case 'unit': {
      const { base, decimals = 0 } = field.params;
      return ofNumber(
        noted(
          shownText((value) => `${formatUnits(value, decimals)} ${base}`, 'amount'),
          asIs,
        ),
      );
    }
    case 'nftName':
      return {
        ...ofNumber(shownText((id) => `#${id.toString()}`, 'number')),
        before: (label, { value }) => {
          const { collectionPath, collection } = field.params;
          const at = addressAt(field, reading, value, [collectionPath, collection]);
          return at === null ? [] : [addressFact(`Collection of ${label}`, { value: at })];
        },
      };
    case 'tokenAmount':
      return tokenAmount(field, reading);
    case 'calldata': {
      const { calleePath, callee, amountPath } = field.params;
      return {
        ...leaf,
        inner: ({ value: found }) => {
          const to = addressAt(field, reading, found, [calleePath, callee]);
          const paid = amountPath === undefined ? undefined : reading.beside(field, found, amountPath);
          const inner = to === null ? null : reading.readInner(to, found.value, numberAt(paid));
          return inner === null ? [] : [inner];
        },
      };
    }
  }
}

/** A single value as it is. */
const leaf: Format<FoundValue> = {
  fact: (label, { value }) => ({ ...typedLeafFact(leafAt(value)), label }),
  words: ({ value }) => [theAmount(typedLeafFact(leafAt(value)).value)],
};

/** What a list or a struct is taken apart into before it is written. */
const leafAt = ({ path, value }: FoundValue) => ({
  path,
  type: value.type,
  value: value.kind === 'atom' ? value.value : null,
  range: rangeOf(value),
});

export const rangeOf = (value: TypedValue): ByteRange | undefined =>
  value.kind === 'atom' ? value.range : undefined;

const ofNumber = (format: Format<bigint>): Format<FoundValue> =>
  formatOf(format, ({ value }) => numberAt(value));
const ofAddress = (format: Format<Hex>): Format<FoundValue> =>
  formatOf(format, ({ value }) => addressIn(value) ?? '0x');

const numberAt = (value: TypedValue | undefined): bigint =>
  value === undefined ? 0n : (numberIn(value) ?? 0n);

const wordFor = (words: Readonly<Record<string, string>>, value: bigint): string => {
  const found = Object.entries(words).find(
    ([key]) => /^(?:\d+|0x[0-9a-fA-F]+)$/.test(key) && BigInt(key) === value,
  );
  return found?.[1] ?? value.toString();
};

/** An address by a path, or written out. */
function addressAt(
  field: Field,
  { descriptor, beside }: Reading,
  found: FoundValue,
  [path, written]: readonly [path: string | undefined, written: string | undefined],
): Hex | null {
  if (path !== undefined) return addressIn(beside(field, found, path));
  return written === undefined ? null : addressValue(descriptor, written);
}

function tokenAmount(field: Extract<Field, { format: 'tokenAmount' }>, reading: Reading): Format<FoundValue> {
  const { tokenPath, token, nativeCurrencyAddress = [], threshold, message } = field.params;
  const natives = [nativeCurrencyAddress].flat().map((each) => addressValue(reading.descriptor, each));
  const least = threshold === undefined ? null : numberOf(reading.descriptor, threshold);
  const tokenAt = ({ value }: Value<FoundValue>): Hex | null =>
    addressAt(field, reading, value, [tokenPath, token]);
  const formatAt = (found: Value<FoundValue>): Format<bigint> => {
    const at = tokenAt(found);
    // Words in the place of a number keep the number beside them.
    if (message !== undefined && least !== null && at !== null && numberAt(found.value.value) >= least) {
      return noted(
        shownText(() => message, 'amount'),
        asIs,
      );
    }
    if (at === null) return number;
    return natives.includes(at) ? noted(coins, asIs) : amountIn(() => at);
  };
  const written = (found: Value<FoundValue>): Value<bigint> => ({
    value: numberAt(found.value.value),
    range: found.range,
  });
  return {
    before: (label, found, { call }: Surroundings) => {
      const at = tokenAt(found);
      return at === null || natives.includes(at) ? [] : [assetFact(call, at, undefined, `Token of ${label}`)];
    },
    fact: (label, found, around) => formatAt(found).fact(label, written(found), around),
    words: (found, around) => formatAt(found).words(written(found), around),
  };
}

/** Words of the descriptor’s own, which are in no data. */
export const ownWords: Format<string> = {
  fact: (label, { value }) => ({ ...valueFact(label, {}, `“${value}”`), note: 'not in the data' }),
  words: ({ value }) => [theAmount(`“${value}”`)],
};

function duration(seconds: bigint): string {
  if (seconds < 0n) return `-(${duration(-seconds)})`;
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
