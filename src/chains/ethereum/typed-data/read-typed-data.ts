import { revealInvisible } from '#protocol/invisible-characters.ts';
import { totalsOf } from '../../model/totals.ts';
import { expiryOf, type Fact, type DecodedTransaction, type Warning } from '../../model/decoded.ts';
import { say, theAmount } from '../../model/sentence.ts';
import { warnOfCharacters } from '../../model/text-warnings.ts';
import { blindSigning, ordered, warn } from '../../model/warnings.ts';
import { parseAddress, prefixedHex } from '../address.ts';
import { ZERO_ADDRESS } from '../call-warnings.ts';
import { withInnerWarnings, decoded, theAddress, type DecodedCall } from '../call.ts';
import type { DecodeContext } from '../../model/chain.ts';
import { gains, inFavorOf } from '../gainers.ts';
import { contractName } from '../contract-name.ts';
import { amongHex, movesOf, notesOf } from '../moves.ts';
import { beneficiariesIn, warnOfBeneficiaries } from './beneficiaries.ts';
import type { ContractInterfaces, MessageDescription } from '../interfaces/contract-interfaces.ts';
import { networkOf } from '../networks.ts';
import { fromFact, toAction } from '../read-ethereum.ts';
import { typedDataDigest } from './digest.ts';
import { fieldFacts, shownFields, textsOf } from './fields.ts';
import { Fields, type TypedDataContext, type TypedDataKind } from './kind.ts';
import { AUTHORIZED_TRANSFERS } from './kinds/authorized-transfers.ts';
import { PERMIT2_KINDS } from './kinds/permit2.ts';
import { SMART_ACCOUNT_KINDS } from './kinds/smart-accounts.ts';
import { TOKEN_PERMITS } from './kinds/token-permits.ts';
import { parseTypedData } from './parse.ts';
import { encodeType, type Domain, type TypedData } from './typed-data.ts';

const KINDS: ReadonlyMap<string, TypedDataKind> = new Map(
  [...TOKEN_PERMITS, ...AUTHORIZED_TRANSFERS, ...PERMIT2_KINDS, ...SMART_ACCOUNT_KINDS].map((kind) => [
    kind.type,
    kind,
  ]),
);

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
  }: DecodeContext & { readonly interfaces?: Pick<ContractInterfaces, 'describe'> } = {},
): DecodedTransaction {
  const data = parseTypedData(text);
  const chainId = data.domain.chainId ?? null;
  const network = networkOf(chainId);
  const from = account === undefined ? null : parseAddress(account.address);
  const isOurs = from === null ? undefined : amongHex([from], own);
  const context: TypedDataContext = { chainId, network, domain: data.domain, from, isOwn: isOurs };
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
      { label: 'Signing hash', value: prefixedHex(typedDataDigest(data)), kind: 'hash' },
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

/** Says of everybody who gets something whether that is a contract of the lists, or none of the operator's addresses. */
function withStrangers(call: DecodedCall, context: TypedDataContext): DecodedCall {
  const { isOwn: isOurs, chainId } = context;
  if (isOurs === undefined) return call;
  return {
    ...call,
    facts: call.facts.map((fact) =>
      gains(fact) && fact.note === undefined && fact.value !== ZERO_ADDRESS && !isOurs(fact.value)
        ? { ...fact, note: contractName(chainId, parseAddress(fact.value)) ?? 'not one of your addresses' }
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
        ...(contract === undefined ? [' for an application'] : [' for the contract ', theAddress(contract)]),
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
  ...textsOf(message).flatMap((text) => warnOfCharacters(text, 'A text of the data')),
];
