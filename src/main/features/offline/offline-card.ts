import { buildCard } from '#preload/approval-card/card-model.ts';
import type { ClaimedTable } from '#chains/model/chain.ts';
import type { NamedPrevious } from '#preload/contract/offline.ts';
import type { Preview } from '#preload/contract/requests.ts';
import { parseStrictJson } from '#protocol/strict-json.ts';
import { submitEnvelope } from '#protocol/catalogue/operation.ts';
import { fromUtf8, sha256Hex, toHex, toUtf8 } from '#protocol/encoding.ts';
import { AppError } from '#protocol/error.ts';
import { isSameBytes } from '#protocol/offline/cbor.ts';
import { type OfflineRequest, digestOfFile } from '#protocol/offline/offline-files.ts';
import type { SigningContext } from '../../context/context-resolver.ts';
import { type Clock, TIMING } from '../../platform/clock.ts';
import type { StoredCredential } from '../../storage/credentials.ts';
import {
  type CardText,
  type Expectation,
  type PreviewReads,
  genericPreview,
  writeCard,
} from '../previews/module.ts';
import { prepare } from '../requests/module.ts';
import { offlineError, offlineWarning } from './errors.ts';
import { claimedTables, withAdded } from './lookup-tables.ts';
import { namedPrevious, previousBeside, saidOfPrevious } from './previous-transactions.ts';
import { mergedPreview } from './offline-preview.ts';
import { type OwnReads, broughtReads, trustedReads } from './offline-reads.ts';
import type { PinnedProfile } from './offline-requests.ts';

/** The card of a request file, and what an approval of it is bound to. */
export interface OfflineCard {
  readonly card: CardText;
  /** The same as the approval surface takes it. */
  readonly preview: Preview;
  /** The Bitcoin transactions that would prove its amounts, and which file has each. */
  readonly previousTransactions: NamedPrevious[];
  /** SHA-256 as hex over the card's text, the file's digest, and whom it is for: what is approved is what is stamped. */
  readonly previewDigest: string;
  /** The digest of the request file, as hex. */
  readonly requestDigest: string;
  /** What the answer is checked against. */
  readonly expectation: Expectation;
  /** Whether that is the file's own word. */
  readonly isClaimed: boolean;
}

/** What a stamp is made for: who is asked, and what they saw. */
export interface LookedAt {
  readonly card: OfflineCard;
  readonly profile: PinnedProfile;
  readonly credential: StoredCredential;
  /** When this very file was stamped here before, in ms since the epoch; undefined for a new one. */
  readonly stampedAtMs: number | undefined;
}

/** The parameters of a body. @throws AppError `OFFLINE_BODY_REFUSED` */
export function parametersOf({ body, organization, made }: OfflineRequest): unknown {
  let value: unknown;
  try {
    value = parseStrictJson(fromUtf8(body, 'body'), 'body');
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw offlineError('OFFLINE_BODY_REFUSED', { why: cause.message.replace(/\.$/, ''), cause });
  }
  const parsed = submitEnvelope.safeParse(value);
  if (!parsed.success) throw refused('it is no request of the API');
  if (parsed.data.organizationId !== organization)
    throw refused('it names another organization than the file');
  if (Number(parsed.data.timestampMs) !== made) throw refused('it names another time than the file');
  return parsed.data.parameters;
}

const refused = (why: string): AppError => offlineError('OFFLINE_BODY_REFUSED', { why });

/**
 * Reads a request again from its bytes: once with what this console knows, once with what the file brought. The card shows the
 * second with the warnings of both, and says of each fact that the file alone gives that nobody vouches for it. Tables that the
 * operator added here are read as the file's are, and in the place of its own. Previous transactions prove themselves, so both readings
 * have them.
 * @throws AppError `OFFLINE_BODY_REFUSED`, `OPERATION_UNKNOWN`, `PARAMETERS_INVALID`
 */
export async function offlineCard(
  request: OfflineRequest,
  session: SigningContext,
  {
    own,
    tables = [],
    previous = [],
  }: {
    readonly own: OwnReads;
    readonly tables?: readonly ClaimedTable[];
    readonly previous?: readonly Uint8Array[];
  },
  clock: Clock,
): Promise<OfflineCard> {
  const parameters = parametersOf(request);
  const read = (reads: PreviewReads) => previewOf(request, parameters, { session, reads, clock });
  const { untrusted } = request;
  const beside = previousBeside(request, previous);
  const previousTransactions = new Map([...beside.carried, ...beside.added]);
  const trusted = { ...trustedReads(own, session, parameters), brought: { previousTransactions } };
  const alone = await read(trusted);
  const { abis, descriptors, records } = untrusted;
  const claims = withAdded(claimedTables(untrusted), tables);
  const isHelped = abis.length + descriptors.length + records.length + claims.length > 0;
  const both = { claimedTables: claims, previousTransactions };
  const brought = { untrusted, parameters, brought: both };
  const helped = isHelped ? await read(broughtReads(own, session, brought, clock)) : alone;
  let shown = helped.isBlind ? alone : helped;
  // What else the file brought can make it unreadable: the tables are shown all the same.
  if (helped.isBlind && claims.length > 0) shown = await read({ ...trusted, brought: both });
  const merged = mergedPreview(alone.preview, shown.preview, request, tables);
  const named = namedPrevious(merged, beside);
  const preview = { ...merged, facts: [...merged.facts, ...saidOfPrevious(named, beside)] };
  const card = cardOf(preview, clock);
  const requestDigest = toHex(digestOfFile(request));
  const bound = [request.organization, session.profile.id, session.credential.publicKey];
  return {
    card,
    preview,
    previousTransactions: named,
    requestDigest,
    previewDigest: sha256Hex(
      toUtf8(JSON.stringify(['keyops-preview', 1, requestDigest, sha256Hex(request.body), bound, card])),
    ),
    expectation: shown.expectation,
    isClaimed: alone.isBlind && !shown.isBlind,
  };
}

interface Read {
  readonly preview: Preview;
  readonly expectation: Expectation;
  /** Whether only the parameters could be said. */
  readonly isBlind: boolean;
}

async function previewOf(
  request: OfflineRequest,
  parameters: unknown,
  { session, reads, clock }: { session: SigningContext; reads: PreviewReads; clock: Clock },
): Promise<Read> {
  const options = {
    ...{ operation: request.operation, parameters, session, reads },
    // The body's own time, so that the bytes that come out are the body's.
    clock: { ...clock, now: () => request.made },
    previewMs: TIMING.previewMs,
  };
  let read: Read;
  try {
    const { preview, expectation } = await prepare(options);
    read = { preview, expectation, isBlind: false };
  } catch (error) {
    if (!(error instanceof AppError) || PARAMETERS.has(error.code)) throw error;
    const { preview, expectation } = await prepare({ ...options, maker: genericPreview });
    const warnings = [offlineWarning('OFFLINE_UNREADABLE', { why: error.message }), ...preview.warnings];
    read = { preview: { ...preview, warnings }, expectation, isBlind: true };
  }
  if (!isSameBytes(toUtf8(read.preview.body), request.body))
    throw refused('it has a member, a spelling or white space of its own');
  return read;
}

/** What no other way of reading makes good. */
const PARAMETERS = new Set(['PARAMETERS_INVALID', 'OPERATION_UNKNOWN']);

/** A preview as text, as the approval surface would show it now. */
export function cardOf(preview: Preview, clock: Clock): CardText {
  const nowMs = clock.now();
  const card = buildCard({ preview, deniesAtMs: nowMs + TIMING.reviewMs, nowMs, theme: 'system' });
  const isBlind =
    preview.reading?.blind === true || preview.warnings.some(({ code }) => code.startsWith('BLIND_'));
  return writeCard(card, isBlind);
}
