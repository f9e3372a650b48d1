import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fingerprintOf } from '../../protocol/activity.ts';
import { pathOf } from '../../protocol/catalogue/operation.ts';
import type { VerifySignature } from '../../protocol/stamp.ts';
import type { Answer, Effect } from '../activities/effect.ts';
import { perform, type Engine } from '../activities/perform.ts';
import { activityRecord } from '../activities/record.ts';
import { findCaller, type Caller } from '../authentication/caller.ts';
import { checkFreshness } from '../authentication/freshness.ts';
import { verifiedStamp } from '../authentication/stamped-request.ts';
import type { Store } from '../storage/store.ts';
import { readJsonObject, readQuery, readSubmit } from './request-body.ts';

/** What the API's routes work with. */
export interface Api {
  readonly engine: Engine;
  readonly store: Store;
  readonly verify: VerifySignature;
}

interface Authenticated {
  readonly caller: Caller;
  readonly body: Uint8Array;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Adds a route for every operation, below `/public/v1/submit/` and `/public/v1/query/`. */
export function addRoutes(server: FastifyInstance, api: Api, operations: readonly (Effect | Answer)[]): void {
  for (const operation of operations) {
    if (operation.kind === 'submit') {
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

async function submit(api: Api, effect: Effect, request: FastifyRequest): Promise<string> {
  const { caller, body, text, json } = await authenticate(api, request);
  const { timestampMs, parameters, echo } = readSubmit(effect.operation, json);
  checkFreshness(timestampMs, api.engine.now());
  const fingerprint = fingerprintOf(body);
  const activity = await perform(api.engine, {
    effect,
    caller,
    message: text,
    fingerprint,
    parameters,
    echo,
  });
  return JSON.stringify({ activity: activityRecord(activity) });
}

async function query(api: Api, answer: Answer, request: FastifyRequest): Promise<string> {
  const { caller, json } = await authenticate(api, request);
  return JSON.stringify(await answer.give({ store: api.store, caller }, readQuery(answer.operation, json)));
}

/** The stamp is checked over the raw bytes before anything reads them. */
async function authenticate(api: Api, request: FastifyRequest): Promise<Authenticated> {
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const stamp = verifiedStamp(request.headers, body, api.verify);
  const { text, json } = readJsonObject(body);
  const caller = await findCaller(api.store, stamp, json['organizationId'], api.engine.now());
  return { caller, body, text, json };
}
