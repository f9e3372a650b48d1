import { revealInvisible } from '#protocol/invisible-characters.ts';
import type { DecodeContext } from '../../model/chain.ts';
import { type DecodedTransaction, type Fact, type Warning, expiryOf } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { totalsOf } from '../../model/totals.ts';
import { blindSigning, ordered, warn, warnOfCharacters } from '../../model/warnings.ts';
import { type Hex, parseAddress, prefixedHex, toChecksumAddress } from '../model/address.ts';
import { ZERO_ADDRESS } from '../model/call-warnings.ts';
import {
  type CallInterfaces,
  type DecodedCall,
  decoded,
  theLocatedAddress,
  withInnerWarnings,
} from '../model/call.ts';
import { amongHex, gains, inFavorOf, movesOf, notesOf } from '../model/moves.ts';
import { networkOf } from '../model/networks.ts';
import { contractName } from '../model/tokens.ts';
import { fromFact, toAction } from '../read-ethereum.ts';
import type { ContractInterfaces, MessageDescription } from './contract-interfaces.ts';
import { typedDataDigest } from './digest.ts';
import { type TypedLeaf, fieldFacts, typedLeavesOf, shownFields, textsOf } from './fields.ts';
import { Fields, type TypedDataContext, type TypedDataKind } from './kind.ts';
import { parseTypedData } from './parse.ts';
import { PERMIT2_KINDS } from './permit2.ts';
import { SMART_ACCOUNT_KINDS } from './smart-accounts.ts';
import { AUTHORIZED_TRANSFERS, TOKEN_PERMITS } from './token-permits.ts';
import { type Domain, type TypedData, type TypedValue, encodeType } from './typed-data.ts';

/** Names that orders, payouts and permissions give to whoever gets something, or may take it; the end of a longer name too. */
const GAINS =
  /(?:^|[a-z_])(?:to|receiver|recipient|beneficiary|payee|destination|spender|operator|delegatee?|grantee)s?$/i;

/** An address of a message that is somebody else's, where the message calls it a recipient or a spender. */
interface Beneficiary {
  readonly path: string;
  readonly address: string;
}

/**
 * Who gains by a message of a form that is not known, as far as the names of its members tell, without being ours. The zero
 * address is taken for whoever signs, as orders have it.
 * @returns none where nobody is known to sign
 */
function beneficiariesIn(message: TypedValue, { isOwn: isOurs }: TypedDataContext): Beneficiary[] {
  if (isOurs === undefined) return [];
  return typedLeavesOf(message, '').flatMap((leaf) => {
    if (!GAINS.test(leaf.path.replace(/^.*\.|\[\d+\]/g, ''))) return [];
    const address = addressIn(leaf);
    return address === null || address === ZERO_ADDRESS || isOurs(address)
      ? []
      : [{ path: leaf.path, address }];
  });
}

/** An address, or one in a word with zeros before it, as bridges write it; null for anything else. */
function addressIn({ type, value }: TypedLeaf): Hex | null {
  if (typeof value !== 'string') return null;
  // With its checksum already, as every address of the message.
  if (type === 'address') return value as Hex;
  return type === 'bytes32' && /^0x0{24}/.test(value) ? toChecksumAddress(`0x${value.slice(26)}`) : null;
}

/** The warning of those, each named once with the member that names it first. */
function warnOfBeneficiaries(all: readonly Beneficiary[]): Warning[] {
  const addresses = [...new Set(all.map(({ address }) => address))];
  const named = addresses.slice(0, MOST_NAMED).map((address) => {
    const path = all.find((each) => each.address === address)?.path ?? '';
    return `“${path}” is ${address}.`;
  });
  if (named.length === 0) return [];
  return [
    warn(
      'BENEFICIARY_NOT_OURS',
      'danger',
      'Names another recipient',
      `${named.join(' ')}${addresses.length > MOST_NAMED ? ` And ${addresses.length - MOST_NAMED} more.` : ''} Not one of your addresses.`,
    ),
  ];
}

const MOST_NAMED = 5;

const KINDS: ReadonlyMap<string, TypedDataKind> = new Map(
  [...TOKEN_PERMITS, ...AUTHORIZED_TRANSFERS, ...PERMIT2_KINDS, ...SMART_ACCOUNT_KINDS].map((kind) => [
    kind.type,
    kind,
  ]),
);

/** Names of tokens out of what the operator brought along, and no readers of calls. */
const tokensAlone = (
  interfaces: Pick<ContractInterfaces, 'findToken'> | undefined,
): CallInterfaces | undefined =>
  interfaces?.findToken === undefined
    ? undefined
    : { findCall: () => undefined, findToken: interfaces.findToken };

/**
 * Reads what a signature over typed data (EIP-712) would do, out of the data and the local lists alone.
 * @param text the JSON that is to be signed
 * @param account the address that signs, and the name that the operator gave its key
 * @param known further addresses of the operator's, and interfaces for types that are not known otherwise
 * @throws AppError as `parseTypedData`, or `ADDRESS_INVALID` for the signer
 */
export function readTypedData(
  text: string,
  account?: { readonly address: string; readonly name?: string },
  {
    ownAddresses: own = [],
    interfaces,
  }: DecodeContext & { readonly interfaces?: Pick<ContractInterfaces, 'describe' | 'findToken'> } = {},
): DecodedTransaction {
  const data = parseTypedData(text);
  const digest = typedDataDigest(data);
  const chainId = data.domain.chainId ?? null;
  const network = networkOf(chainId);
  const from = account === undefined ? null : parseAddress(account.address);
  const isOurs = from === null ? undefined : amongHex([from], own);
  const context: TypedDataContext = {
    chainId,
    network,
    domain: data.domain,
    from,
    isOwn: isOurs,
    interfaces: tokensAlone(interfaces),
  };
  const known = KINDS.get(encodeType(data.types, data.primaryType));
  const read = known?.read(new Fields(data.message), context) ?? null;
  const kind = withStrangers(
    read ?? readUnknown(data, context, interfaces?.describe(data, context)),
    context,
  );
  const moves = movesOf(kind);
  const fields = fieldFacts(data.message);
  const domain = domainFacts(data.domain);
  return {
    chain: 'ethereum',
    network: network.name,
    sentence: kind.sentence,
    facts: [
      chainFact(context),
      ...(from === null ? [] : [fromFact(from, account?.name)]),
      ...kind.facts,
      ...domain,
      { label: 'Signing hash', value: prefixedHex(digest), kind: 'hash' },
    ],
    actions: [toAction(kind)],
    raw: [{ label: 'primaryType', value: data.primaryType, kind: 'text' }, ...domain, ...fields],
    warnings: ordered([...kind.warnings, ...domainWarnings(context), ...characterWarnings(data)]),
    blind: kind.blind,
    // As those of a transaction, so that amounts are compared in a batch.
    ...(from === null || moves.length === 0
      ? {}
      : {
          totals: totalsOf({
            moves,
            isOurs: amongHex([from], own, read?.account === undefined ? [] : [read.account]),
            notes: notesOf(kind),
          }),
        }),
    ...(kind.deadline === undefined ? {} : expiryOf(kind.deadline * 1000n)),
  };
}

/** The name that the lists have for an address; none for one of another network. */
const listedName = ({ kind, value }: Fact, chainId: bigint | null): string | undefined =>
  kind === 'address' ? contractName(chainId, parseAddress(value)) : undefined;

/** Says of everybody who gets something whether that is a contract of the lists, or none of the operator's addresses. */
function withStrangers(call: DecodedCall, context: TypedDataContext): DecodedCall {
  const { isOwn: isOurs, chainId } = context;
  if (isOurs === undefined) return call;
  return {
    ...call,
    facts: call.facts.map((fact) =>
      gains(fact) && fact.note === undefined && fact.value !== ZERO_ADDRESS && !isOurs(fact.value)
        ? { ...fact, note: listedName(fact, chainId) ?? 'not one of your addresses' }
        : fact,
    ),
    inner: call.inner.map((each) => withStrangers(each, context)),
  };
}

/** Data of a form that is not known: every field is shown, and what a contract makes of them is blind. */
function readUnknown(
  { primaryType, domain, message }: TypedData,
  context: TypedDataContext,
  described: MessageDescription | undefined,
): DecodedCall {
  const fields = described ?? shownFields(message);
  const contract = domain.verifyingContract;
  const strangers = beneficiariesIn(message, context);
  return withInnerWarnings(
    decoded('typedData.unknown', 'Typed data', {
      sentence: say(
        'Sign ',
        theAmount(`“${primaryType}”`),
        ...(contract === undefined
          ? [' for an application']
          : [' for the contract ', theLocatedAddress(contract)]),
        ...(described === undefined ? [] : [`: “${described.intent}”, by ${described.source}`]),
        ...inFavorOf(strangers.map(({ address }) => address)),
      ),
      facts: fields.facts,
      warnings: [
        blindSigning(
          described === undefined
            ? `The fields of “${primaryType}” are shown, but what is done with them is not known to this console.`
            : `This console does not know what is done with “${primaryType}”. Its words are those of ${described.source}: nobody checked them.`,
        ),
        ...fields.warnings,
        ...warnOfBeneficiaries(strangers),
      ],
      inner: described?.inner ?? [],
      blind: true,
    }),
  );
}

const chainFact = ({ chainId, network }: TypedDataContext): Fact => ({
  label: 'Chain',
  value: network.name,
  kind: 'text',
  ...(chainId === null ? {} : { note: `chain ID ${chainId.toString()}` }),
});

function domainFacts({ name, version, verifyingContract, salt }: Domain): Fact[] {
  const claimed = 'as the request calls itself';
  return [
    ...(name === undefined
      ? []
      : [{ label: 'Application', value: revealInvisible(name), kind: 'text' as const, note: claimed }]),
    ...(version === undefined
      ? []
      : [{ label: 'Version', value: revealInvisible(version), kind: 'text' as const, note: claimed }]),
    ...(verifyingContract === undefined
      ? []
      : [{ label: 'Verified by', value: verifyingContract, kind: 'address' as const }]),
    ...(salt === undefined ? [] : [{ label: 'Salt', value: salt, kind: 'hash' as const }]),
  ];
}

function domainWarnings({ domain, network }: TypedDataContext): Warning[] {
  return [
    ...(domain.chainId === undefined
      ? [warn('NO_CHAIN', 'caution', 'Names no chain', 'The signature can be used on every chain.')]
      : []),
    ...(domain.chainId !== undefined && !network.known
      ? [
          warn(
            'UNKNOWN_CHAIN',
            'caution',
            'Unknown chain',
            `${network.name} is not in the local list of networks.`,
          ),
        ]
      : []),
    ...(domain.verifyingContract === undefined
      ? [
          warn(
            'NO_CONTRACT',
            'caution',
            'Names no contract',
            'It is not said which contract the signature is for: every one may take it.',
          ),
        ]
      : []),
  ];
}

const characterWarnings = ({ domain, message }: TypedData): Warning[] => [
  ...[domain.name ?? '', domain.version ?? ''].flatMap((text) =>
    warnOfCharacters(text, 'The application’s name', 'name'),
  ),
  ...firstOfEach(textsOf(message).flatMap((text) => warnOfCharacters(text, 'A text of the data'))),
];

/** The first warning of each code and severity, with the number of the others: nobody reads thousands. */
function firstOfEach(warnings: readonly Warning[]): Warning[] {
  const kinds = new Map<string, Warning[]>();
  for (const each of warnings) {
    const kind = `${each.severity} ${each.code}`;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [each]);
    else known.push(each);
  }
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const more = others.length === 1 ? 'One more text is' : `${others.length} more texts are`;
    return { ...first, text: `${first.text} ${more} like this one.` };
  });
}
