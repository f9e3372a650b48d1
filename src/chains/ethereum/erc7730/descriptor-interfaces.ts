import { fromHex } from '#protocol/encoding.ts';
import { type Fact, type Warning, sentenceText } from '../../model/decoded.ts';
import { theAmount } from '../../model/sentence.ts';
import { warn } from '../../model/warnings.ts';
import { decodeLocated } from '../abi/decode.ts';
import { readCall } from '../calls/read-call.ts';
import { type Shown, show } from '../descriptions/describe-call.ts';
import { type Format, type Surroundings, shownText } from '../descriptions/formats.ts';
import { describedReading, typedArguments } from '../interfaces/abi-reader.ts';
import type { Hex } from '../model/address.ts';
import { ZERO_ADDRESS } from '../model/call-warnings.ts';
import { type CallReader, type ContractCall, withoutRanges } from '../model/call.ts';
import type { ContractInterfaces, MessageDescription } from '../typed-data/contract-interfaces.ts';
import { MAX_SHOWN, shownFields, warnOfMany } from '../typed-data/fields.ts';
import type { TypedDataContext } from '../typed-data/kind.ts';
import { type StructValue, type TypedData, type TypedValue, encodeType } from '../typed-data/typed-data.ts';
import { type Field, isOneOf, fieldPath, itemWords } from './fields.ts';
import { type Reading, formatOfField, ownWords, rangeOf } from './formats.ts';
import type { DescribedFunction, DescribedMessage, Descriptor, Display } from './parse-descriptor.ts';
import { type FoundValue, besideOf, parsePath, resolve } from './paths.ts';
import type { Deployment } from './schema.ts';

/** Descriptors that come from one place. */
export interface DescriptorSet {
  readonly descriptors: readonly Descriptor[];
  /** Where they come from, to stand behind a descriptor's name: "in your folder". */
  readonly place: string;
}

const isAt = (all: readonly Deployment[], chainId: bigint, to: Hex): boolean =>
  all.some((each) => each.chainId === chainId && each.address === to);

/** Reads calls and messages by descriptors (ERC-7730). */
export function describedInterfaces({ descriptors, place }: DescriptorSet): ContractInterfaces {
  const sourceOf = ({ file }: Descriptor): string => `the descriptor ${file} ${place}`;
  return {
    findCall: (chainId, to, selector) => {
      if (chainId === null) return undefined;
      for (const descriptor of descriptors) {
        const found = descriptor.functions.find((each) => each.selector === selector);
        if (found !== undefined && isAt(descriptor.contracts, chainId, to)) {
          return callReader(descriptor, found, sourceOf(descriptor));
        }
      }
      return undefined;
    },
    describe: (data, context) => {
      const { chainId, verifyingContract } = data.domain;
      if (chainId === undefined || verifyingContract === undefined) return undefined;
      const type = encodeType(data.types, data.primaryType);
      for (const descriptor of descriptors) {
        const found = descriptor.messages.find((each) => each.type === type);
        const isFor = isAt(descriptor.verifyingContracts, chainId, verifyingContract);
        if (found === undefined || !isFor || !hasDomain(descriptor, data)) continue;
        return { source: sourceOf(descriptor), ...describeMessage(descriptor, found, data, context) };
      }
      return undefined;
    },
  };
}

const hasDomain = ({ domain: told }: Descriptor, { domain }: TypedData): boolean =>
  (told.name === undefined || told.name === domain.name) &&
  (told.version === undefined || told.version === domain.version) &&
  (told.chainId === undefined || BigInt(told.chainId) === domain.chainId) &&
  (told.verifyingContract === undefined || told.verifyingContract === domain.verifyingContract);

const callReader = (descriptor: Descriptor, described: DescribedFunction, source: string): CallReader => ({
  selector: described.selector,
  signature: described.signature,
  read: (call) => {
    const values = decodeLocated(described.inputs, call.data.subarray(4), call.offset + 4);
    if (values === null) return null;
    const { intent, ...shown } = showDisplay(described, {
      descriptor,
      call,
      root: typedArguments('call', described.inputs, values),
      readInner: (to, found, value) => {
        const range = rangeOf(found);
        return range === undefined || range[0] === range[1]
          ? null
          : call.readInner({ from: call.to, to, value, range });
      },
    });
    const sentence = [theAmount(`“${intent}”`)];
    const { intent: title } = described;
    return describedReading(call, {
      id: 'call.described',
      title,
      sentence,
      source,
      signature: described.signature,
      ...shown,
    });
  },
});

function describeMessage(
  descriptor: Descriptor,
  described: DescribedMessage,
  { message, domain }: TypedData,
  { chainId, network, from, isOwn }: TypedDataContext,
): Omit<MessageDescription, 'source'> {
  const on = { chainId, network, from: domain.verifyingContract ?? ZERO_ADDRESS, isOwn, offset: 0 };
  return showDisplay(described, {
    descriptor,
    call: { chainId, network, from, to: on.from, value: 0n },
    root: message,
    readInner: (to, { ...found }, value) =>
      found.kind !== 'atom' || typeof found.value !== 'string' || found.value === '0x'
        ? null
        : withoutRanges(readCall({ ...on, to, value, data: fromHex(found.value) })),
  });
}

/** What a descriptor is shown of. */
interface Described {
  readonly descriptor: Descriptor;
  /** Who calls or signs, what is called or verifies, and the coins that go along. */
  readonly call: Pick<ContractCall, 'chainId' | 'network' | 'from' | 'to' | 'value'>;
  readonly root: StructValue;
  readonly readInner: Reading['readInner'];
}

/**
 * The facts of a call or a message as a descriptor has them, and behind them every value that it leaves out: what it does
 * not name, or wants to be hidden, is shown all the same.
 */
function showDisplay(display: Display, { descriptor, call, root, readInner }: Described) {
  const reading: Reading = {
    descriptor,
    beside: (field, found, text) => {
      const path = fieldPath(field, text);
      if (path?.root !== '#') return path === null ? undefined : containerValue(call, path.name);
      const own = parsePath(field.path);
      return besideOf(root, own?.root === '#' ? own.steps : [], found, path.steps);
    },
    readInner,
  };
  const around: Surroundings = { call, at: (path) => ({ value: valuesAt(call, root, path)[0]?.value }) };
  const told = display.fields.map((field) => ({
    field,
    found: field.value === undefined ? valuesAt(call, root, field.path) : [],
  }));
  const shown = told.flatMap(({ field, found }) => shownOf(field, found, reading));
  const facts = show(shown.slice(0, MAX_SHOWN), around);
  // What a descriptor does not show counts as left out: a part of a value is not the value.
  const paths = new Set(shown.slice(0, MAX_SHOWN).map(({ path }) => path));
  const rest = shownFields(root);
  return {
    intent: interpolated(display, told, reading, around) ?? display.intent,
    facts: [...facts.facts.map(asNamed), ...rest.facts.filter(({ label }) => !paths.has(label))],
    warnings: [
      ...told.flatMap(({ field, found }) => warnOfMismatch(descriptor, field, found)),
      ...warnOfMany(shown.length),
      ...rest.warnings,
    ],
    inner: facts.inner,
  };
}

/** A label that somebody else chose says so: none passes for a row of this console's own. */
const asNamed = (fact: Fact): Fact => ({
  ...fact,
  note: `${fact.note === undefined ? '' : `${fact.note}; `}named by the descriptor`,
});

function containerValue(
  { from, to, value }: Described['call'],
  name: 'from' | 'to' | 'value',
): TypedValue | undefined {
  if (name === 'value') return { kind: 'atom', type: 'uint256', value };
  const address = name === 'from' ? from : to;
  return address === null ? undefined : { kind: 'atom', type: 'address', value: address };
}

/** The values that a path leads to, in the data or beside it. */
function valuesAt(call: Described['call'], root: StructValue, text: string): FoundValue[] {
  const path = parsePath(text);
  if (path === null) return [];
  if (path.root === '#') return resolve(root, path.steps);
  const value = containerValue(call, path.name);
  return value === undefined ? [] : [{ path: text, steps: [], value }];
}

/** A value that a descriptor shows, with the path of what is then not shown again. */
type ShownAt = Shown & { readonly path: string };

function shownOf(field: Field, found: readonly FoundValue[], reading: Reading): ShownAt[] {
  const { label, value, visible } = field;
  if (visible === 'never' || (typeof visible === 'object' && 'mustBe' in visible)) return [];
  if (value !== undefined) {
    const words = itemWords(reading.descriptor, value) ?? '';
    return [{ label, path: '', found: { value: words }, format: ownWords as Format<unknown> }];
  }
  const format = formatOfField(field, reading) as Format<unknown>;
  const listed = typeof visible === 'object' ? visible.ifNotIn : [];
  const asked = found.filter((each) => !isOneOf(reading.descriptor, each.value, listed));
  if (found.length === 0)
    return [{ label, path: '', found: { value: 'nothing' }, format: nothing as Format<unknown> }];
  return asked.flatMap((each) =>
    leavesIn(each).map((leaf, _, all) => ({
      label:
        all.length === 1 && each.value.kind === 'atom'
          ? label
          : `${label} ${leaf.path.slice(each.path.length).replace(/^\./, '')}`.trim(),
      path: leaf.path,
      found: { value: leaf, range: rangeOf(leaf.value) },
      format,
    })),
  );
}

const nothing: Format<string> = shownText((value) => value);

/** A value, or the single values of a list or a struct. */
function leavesIn(found: FoundValue): FoundValue[] {
  const { path, steps, value } = found;
  if (value.kind === 'atom') return [found];
  const parts =
    value.kind === 'struct'
      ? value.members.map((member) => ({
          path: path === '' ? member.name : `${path}.${member.name}`,
          steps,
          value: member.value,
        }))
      : value.items.map((item, index) => ({ path: `${path}[${index}]`, steps, value: item }));
  return parts.length === 0 ? [found] : parts.flatMap(leavesIn);
}

/** The intent with its values; undefined where one of them is not one value that is shown. */
function interpolated(
  { sentence }: Display,
  told: readonly { readonly field: Field; readonly found: readonly FoundValue[] }[],
  reading: Reading,
  around: Surroundings,
): string | undefined {
  if (sentence === undefined) return undefined;
  const plain = (path: string): string => path.trim().replace(/^#\./, '');
  const words = (path: string): string[] =>
    told.slice(0, MAX_SHOWN).flatMap(({ field, found }) => {
      if (field.value !== undefined || plain(field.path) !== plain(path) || found.length !== 1) return [];
      const [shown, ...more] = shownOf(field, found, reading);
      return shown === undefined || more.length > 0
        ? []
        : [sentenceText(shown.format.words(shown.found, around))];
    });
  const parts = sentence
    .split(/\{([^{}]+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : words(part)[0]));
  return parts.includes(undefined) ? undefined : parts.join('');
}

function warnOfMismatch(
  descriptor: Descriptor,
  { label, visible }: Field,
  found: readonly FoundValue[],
): Warning[] {
  if (typeof visible !== 'object' || !('mustBe' in visible)) return [];
  if (found.every(({ value }) => isOneOf(descriptor, value, visible.mustBe))) return [];
  const text = `The descriptor rules out the value of “${label}” that this request has. It may be for something else.`;
  return [warn('DESCRIPTOR_MISMATCH', 'danger', 'Not what the descriptor describes', text)];
}
