import type { KnownContacts } from '../../context/console-context.ts';
import type { KeyInventory } from '../../context/key-inventory.ts';
import { z } from 'zod';
import type { VoteStanding } from '#preload/contract/votes.ts';
import { CURVES } from '#protocol/catalogue/fields.ts';
import type { Cover } from './covers.ts';
import type { ContextResolver } from '../../context/context-resolver.ts';
import type { Chain } from '#chains/chains.ts';
import type { BroughtParts } from '#chains/model/chain.ts';
import type { ContractInterfaces } from '#chains/ethereum/typed-data/contract-interfaces.ts';
import type { Effect, SubmitOperation } from '#protocol/catalogue/operation.ts';
import type { Fact, SentencePart, DecodedTransaction, Warning } from '#chains/model/decoded.ts';

/** What a preview says about a request, and what its result is checked against. */
export interface PreviewParts {
  readonly sentence: SentencePart[];
  readonly facts: Fact[];
  /** Which of them speak for parameters in words of their own; every other parameter is looked for as it is. */
  readonly covers?: readonly Cover[];
  readonly warnings: Warning[];
  /** Where it is another than the operation's: these parameters make it more, or a vote is about another operation. */
  readonly effect?: Effect;
  /** For an approving vote: the request it is about brings keys or secrets in, or cannot be read here. */
  readonly verifiesUser?: true;
  readonly reading: DecodedTransaction | null;
  /** For several payloads: what their readings together could use. */
  readonly wants?: Pick<DecodedTransaction, 'lookupTables' | 'previousTransactions'>;
  /** For a vote: the request that it is about. */
  readonly votesOn?: {
    /** In the catalogue’s words; the type, where this console does not know it. */
    readonly summary: string;
    readonly operation: SubmitOperation | undefined;
    readonly parameters: unknown;
    readonly expectation: Expectation;
    /** Those of the facts that are about who asked for it and how it stands, not of the request itself. */
    readonly about: readonly Fact[];
  };
  /** For a vote, where the service says enough. */
  readonly vote?: VoteStanding;
  /** Plain JSON; kept with the request, so that a resumed one is checked as well. */
  readonly expectation: Expectation;
}

/**
 * What a result is checked against. For a transaction or a payload: whose signature it must carry; for an import: the
 * addresses that were shown.
 */
export const expectationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('signedBy'), address: z.string(), publicKey: z.string().optional() }),
  z.object({
    kind: z.literal('payloadSignedBy'),
    curve: z.enum(CURVES),
    publicKey: z.string().optional(),
    /** Of Ethereum, where the key has one. */
    address: z.string().optional(),
  }),
  z.object({ kind: z.literal('imported'), addresses: z.array(z.string()) }),
]);
export type Expectation = z.infer<typeof expectationSchema>;

export const NOTHING_EXPECTED: Expectation = { kind: 'none' };

/** A credential of this console. */
export interface OwnKey {
  readonly name: string;
  readonly publicKey: string;
  /** Whether its private key came from outside: from a file or the clipboard. */
  readonly isImported?: boolean;
}

/** What a preview may ask the service and this machine for. */
export interface PreviewReads extends Omit<KeyInventory, 'forget'> {
  readonly ask: ContextResolver['query'];
  readonly self: ContextResolver['self'];
  /** Interfaces of contracts that the operator brought along; without it there are none. */
  readonly interfaces?: () => Promise<ContractInterfaces>;
  /** Whom the organization's last transactions on a chain paid; without it nobody. */
  readonly earlierRecipients?: (chain: Chain) => Promise<readonly string[]>;
  /** The contacts of the profile; without it there are none, and no rule over them. */
  readonly contacts?: () => Promise<KnownContacts>;
  /** What files brought beside the request. */
  readonly brought?: BroughtParts;
  /** Whether an export sealed to that public key (hex) is opened by this console; without it none is. */
  readonly ownsTarget?: (publicKey: string) => boolean;
  /** This console's own credentials and keys, by public key (hex); without it none is known to be ours. */
  readonly ownKeys?: () => Promise<readonly OwnKey[]>;
  /** Whether a flow of this run made that session key (hex) or passkey (credential ID, base64url); without it none. */
  readonly madeHere?: (key: string) => boolean;
  /** The addresses of the key or wallet that this console sealed into that message; undefined for any other. */
  readonly sealedAddresses?: (encryptedBundle: string) => readonly string[] | undefined;
}

export interface PreviewContext extends PreviewReads {
  readonly operation: SubmitOperation;
}

/** Says what a request would do. `parameters` have passed the operation's schema. */
export type PreviewMaker = (parameters: unknown, context: PreviewContext) => Promise<PreviewParts>;
