import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fingerprintOf } from '#protocol/activity.ts';
import { pathOf } from '#protocol/catalogue/operation.ts';
import { fromHex } from '#protocol/encoding.ts';
import { webhookJwk } from '#protocol/webhook.ts';
import { type WireForm, toPublished, webhookNamesOn } from '#protocol/wire.ts';
import { authenticationError } from '../authentication/errors.ts';
import { findPasskeyCaller, ownerOfPasskey } from '../authentication/passkey-caller.ts';
import {
  type Caller,
  type Sender,
  checkSource,
  findCaller,
  organizationIdOf,
  ownerOfKey,
} from '../authentication/caller.ts';
import type { VerifyRequest } from '../authentication/native-verify.ts';
import { type SentStamp, checkFreshness, readStamp } from '../authentication/stamped-request.ts';
import type { Engine } from '../engine/engine.ts';
import type { QueryHandler, SubmitHandler, VoteHandler } from '../engine/operation-handler.ts';
import { submitIntent } from '../engine/submit.ts';
import { type Intent, inTwoSteps, prepareIntent, prepareVote } from '../engine/prepare-intent.ts';
import { type Attempt, isInSessionScope } from '../engine/condition-values.ts';
import { type AskedVote, doneBefore } from '../engine/done-before.ts';
import { activityRecord } from '../engine/records.ts';
import { votePermissionsFor } from '../engine/proposal.ts';
import { vote } from '../engine/vote.ts';
import type { SolanaHistory } from '../solana/history.ts';
import { type ActivityWithVotes, sizeByFingerprint } from '../storage/activities.ts';
import type { Store } from '../storage/store.ts';
import { KEYS_MAX_AGE_SECONDS, publishedKeysOf } from '../webhooks/signing-keys.ts';
import { webhookKeyRows } from '../webhooks/store.ts';
import { answerText, saysAtLeast } from './answer-text.ts';
import type { BodyReader } from './body-reader.ts';
import { type LongAnswers, requireThere } from './long-answers.ts';
import { type ServiceReach, clientAddress } from './network.ts';
import type { RequestLimiter } from './rate-limit.ts';
import { type ReadBody, readJsonObject, readQuery, readSubmit, requireShortVote } from './request-body.ts';

/** Adds the discovery of the keys that webhooks are signed with: for anyone (specification, "Key discovery"). */
export function addWebhookKeysRoute(
  server: FastifyInstance,
  { store, now, wire }: { readonly store: Store; readonly now: () => number; readonly wire: WireForm },
): void {
  server.get('/public/v1/discovery/webhooks/jwks', async (_, reply) => {
    const published = publishedKeysOf(await webhookKeyRows(store), now());
    const keys = published.map((row) => webhookJwk(row.id, fromHex(row.public_key), webhookNamesOn(wire)));
    return reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
      .send(JSON.stringify({ keys }));
  });
}

/** What the API's routes work with. */
export interface Api {
  readonly engine: Engine;
  readonly store: Store;
  /** Throws a StorageError once the database is not the service's own work any more. */
  readonly requireOwn: () => Promise<void>;
  readonly verify: VerifyRequest;
  readonly rateLimiter: RequestLimiter;
  readonly longAnswers: LongAnswers;
  readonly bodies: BodyReader;
  /** The clock that requests are held to, as their senders have it; milliseconds since the epoch. */
  readonly wallMs: () => number;
  readonly solanaHistory: SolanaHistory;
  readonly network: ServiceReach;
}

/** At 1,000 requests a second, the limit on requests is one on work as well: a second of one processor for each second. */
const MS_OF_REQUEST = 1;
/** As much of requests and answers is read, checked and written in a millisecond. */
const BYTES_A_MS = 64 * 1024;

/** Many requests of so many bytes would be read in one turn, and kept in one transaction: each has its own. */
const LARGE = 256 * 1024;
const isLarge = (bytes: number): boolean => bytes >= LARGE;
/** And many answers of so many characters would be made in one turn. */
const LONG_ANSWER = 32 * 1024;
/** So much of JSON is read in the time that the check of its stamp takes. */
const READ_AT_ONCE = 4 * 1024;

interface Authenticated extends ReadBody {
  readonly caller: Sender;
  /** The database, with the rows that decide as they were when the request came. */
  readonly store: Store;
  readonly body: Uint8Array;
}

/** Adds a route for every operation, below `/public/v1/submit/` and `/public/v1/query/`. */
export function addRoutes(
  server: FastifyInstance,
  api: Api,
  operations: readonly (SubmitHandler | QueryHandler | VoteHandler)[],
): void {
  for (const operation of operations) {
    if (operation.kind !== 'query') {
      server.post(pathOf(operation.operation), async (request, reply) => {
        void reply.type('application/json; charset=utf-8');
        return await submit(api, operation, request);
      });
    } else {
      const { path, aliases } = operation.operation;
      for (const name of [path, ...aliases]) {
        server.post(pathOf({ kind: 'query', path: name }), async (request, reply) => {
          void reply.type('application/json; charset=utf-8');
          return await query(api, operation, request);
        });
      }
    }
  }
}

async function submit(
  api: Api,
  handler: SubmitHandler | VoteHandler,
  request: FastifyRequest,
): Promise<string> {
  const { caller, store, body, text, json } = await authenticate(api, request);
  const { timestampMs, parameters, echo } = readSubmit(handler.operation, json);
  const { engine } = api;
  const now = engine.now();
  if (handler.kind === 'submit') await chargeWork(api, caller, handler.work?.(parameters) ?? 0);
  else requireShortVote(body);
  checkFreshness(timestampMs, api.wallMs());
  const rules = handler.kind === 'submit' ? handler.rules : {};
  const attempt = { operation: handler.operation, rules, parameters };
  const asked = askedBy(handler, parameters, body);
  const isCovered = await isInSessionScope(store, caller, attempt, now);
  const asker = { userId: caller.userId, admit: () => requireThere(request.raw.socket) };
  const inTurn: InTurn = (await isLong(store, caller, handler, { body, asked }))
    ? (carry) => api.longAnswers.makeLong(asker, carry)
    : (carry) => carry();
  const found = !isCovered
    ? await inTurn(() => doneBefore(api.store, caller, asked))
    : handler.kind === 'vote'
      ? await submitVote(engine, store, { ...asked, caller, message: text, attempt }, inTurn)
      : await carryIntent(
          engine,
          store,
          { handler, caller, message: text, fingerprint: asked.fingerprint, parameters, echo },
          inTurn,
        );
  // As the rows are after what the request has done.
  const permissions = await votePermissionsFor(
    api.store,
    engine.submitHandlerOf,
    caller,
    engine.now(),
  )(found);
  const answer = { activity: activityRecord(found, permissions) };
  const answered = JSON.stringify(engine.wire === 'published' ? toPublished(answer) : answer);
  await chargeWork(api, caller, msOfBytes(body, answered));
  return answered;
}

/** Does something at once, or as one of the long answers: not what is asked of the network before, which would hold up others. */
type InTurn = (carry: () => Promise<ActivityWithVotes>) => Promise<ActivityWithVotes>;

const carryIntent = (
  engine: Engine,
  store: Store,
  intent: Intent,
  inTurn: InTurn,
): Promise<ActivityWithVotes> =>
  inTwoSteps(
    (isNeeded) => prepareIntent(engine, store, intent, isNeeded),
    (prepared) => inTurn(() => submitIntent(engine, intent, prepared)),
  );

const submitVote = (
  engine: Engine,
  store: Store,
  {
    fingerprint,
    attempt,
    ...input
  }: AskedVote & { readonly caller: Sender; readonly message: string; readonly attempt: Attempt },
  inTurn: InTurn,
): Promise<ActivityWithVotes> =>
  inTwoSteps(
    (isNeeded) => prepareVote(engine, store, input, { fingerprint, isNeeded }),
    (prepared) => inTurn(() => vote(engine, { ...input, attempt, prepared }, fingerprint)),
  );

/** Whether a request is large, or votes on one that is: many would be kept in one transaction, and answered in one turn. */
const isLong = async (
  store: Store,
  { organizationId }: Caller,
  { kind }: SubmitHandler | VoteHandler,
  { body, asked }: { readonly body: Uint8Array; readonly asked: AskedVote },
): Promise<boolean> =>
  kind === 'submit'
    ? isLarge(body.length)
    : isLarge(await sizeByFingerprint(store, organizationId, asked.fingerprint));

/** Of 4 MB in a tenth of the time. */
const hashByPlatform = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The activity that a request is about, and the vote on it: who submits a request approves of it. */
const askedBy = (handler: SubmitHandler | VoteHandler, parameters: unknown, body: Uint8Array): AskedVote =>
  handler.kind === 'vote'
    ? { fingerprint: handler.fingerprintOf(parameters), selection: handler.selection }
    : { fingerprint: fingerprintOf(body, hashByPlatform), selection: 'VOTE_SELECTION_APPROVED' };

/** What is computed much counts as several requests of the credential. */
async function chargeWork(
  { rateLimiter }: Api,
  { organizationId, stamp }: Caller,
  ms: number,
): Promise<void> {
  const further = Math.floor(ms / MS_OF_REQUEST);
  if (further > 0) await rateLimiter.charge(organizationId, stamp.publicKey, further);
}

/** What a request and its answer take, in milliseconds. */
const msOfBytes = (body: Uint8Array, answered: string | Buffer): number =>
  (body.length + answered.length) / BYTES_A_MS;

async function query(api: Api, handler: QueryHandler, request: FastifyRequest): Promise<string | Buffer> {
  const { caller, store, body, json } = await authenticate(api, request);
  const { engine, longAnswers, rateLimiter, solanaHistory } = api;
  const parameters = readQuery(handler.operation, json);
  await chargeWork(api, caller, handler.work?.(parameters) ?? 0);
  const now = engine.now();
  const question = `${caller.organizationId} ${handler.operation.path} ${JSON.stringify(parameters)}`;
  const votePermissionsOn = votePermissionsFor(store, engine.submitHandlerOf, caller, now);
  const asker = {
    userId: caller.userId,
    admit: () => {
      requireThere(request.raw.socket);
      // What it has taken since counts.
      return rateLimiter.take(caller.organizationId, caller.stamp.publicKey);
    },
  };
  return await longAnswers.make(asker, async (turns) => {
    const context = { store, turns, caller, solanaHistory, now, votePermissionsOn };
    if (handler.asksNetwork !== true && longAnswers.isExpected(question)) await turns.give();
    const answer = await handler.handle(context, parameters);
    const isLong = saysAtLeast(answer, LONG_ANSWER);
    longAnswers.expect(question, isLong);
    if (isLong && !turns.isLong) await turns.give();
    const answered = await answerText(answer, engine.wire, turns);
    await chargeWork(api, caller, msOfBytes(body, answered));
    return answered;
  });
}

/** The stamp is checked over the raw bytes before anything reads them. */
async function authenticate(api: Api, request: FastifyRequest): Promise<Authenticated> {
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const sent = await readStamp(request.headers, body, api.verify);
  const { text, json } =
    body.length < READ_AT_ONCE ? readJsonObject(body) : await readInTurn(api, sent, body, request);
  const { engine } = api;
  await api.requireOwn();
  const organizationId = organizationIdOf(json['organizationId']);
  const key = sent.kind === 'api-key' ? sent.stamp.publicKey : undefined;
  const { store, take } = await api.rateLimiter.enter(api.store, organizationId, key);
  const found =
    sent.kind === 'api-key'
      ? { ...(await findCaller(store, sent.stamp, organizationId, engine.now())), origin: undefined }
      : await findPasskeyCaller({ store, writer: engine.writer }, sent.stamp, body, organizationId);
  await take(found.stamp.publicKey);
  const caller = { ...found, source: clientAddress(request.raw, api.network) };
  await checkSource(store, caller);
  return { caller, store, body, text, json };
}

/**
 * Reads a body that may take a while to read, users by turns; what a stranger sends isn't read at all.
 * @throws ServiceError PUBLIC_KEY_NOT_FOUND, CREDENTIAL_NOT_FOUND, REQUEST_INVALID
 */
async function readInTurn(
  { requireOwn, store, bodies }: Api,
  sent: SentStamp,
  body: Uint8Array,
  { raw }: FastifyRequest,
): Promise<ReadBody> {
  await requireOwn();
  const isKey = sent.kind === 'api-key';
  const owner = isKey
    ? await ownerOfKey(store, sent.stamp.publicKey)
    : await ownerOfPasskey(store, sent.stamp.credentialId);
  if (owner === undefined)
    throw authenticationError(isKey ? 'PUBLIC_KEY_NOT_FOUND' : 'CREDENTIAL_NOT_FOUND.passkey');
  return await bodies.read(owner, body, () => requireThere(raw.socket));
}
