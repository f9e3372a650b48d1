import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AUTH_PROXY_FEATURE,
  CONFIG_ID_HEADER,
  type WalletKitConfig,
  readAuthProxyFeature,
} from '#protocol/auth-proxy.ts';
import type { ServiceError } from '../errors.ts';
import { featureOfAll } from '../storage/organization.ts';
import type { Store } from '../storage/store.ts';
import { httpError } from './errors.ts';
import { readJsonObject } from './request-body.ts';

/** How an organization's front ends use the auth proxy. */
interface ProxyConfiguration {
  readonly configId: string;
  readonly allowedOrigins: readonly string[];
  readonly answer: WalletKitConfig;
}

/** The configuration of an id, or undefined; an id that two organizations claim names neither. */
async function findConfiguration(store: Store, id: string): Promise<ProxyConfiguration | undefined> {
  const [found, ...others] = (await configurations(store)).filter(
    ({ configId }) => configId === id.toLowerCase(),
  );
  return others.length === 0 ? found : undefined;
}

/** Whether any configuration lists an origin: all that can be asked before a browser sends the id itself. */
const isListedAnywhere = async (store: Store, origin: string): Promise<boolean> =>
  (await configurations(store)).some(({ allowedOrigins }) => allowedOrigins.includes(origin));

async function configurations(store: Store): Promise<ProxyConfiguration[]> {
  const rows = await featureOfAll(store, AUTH_PROXY_FEATURE);
  return rows.flatMap((row) => toConfiguration(row.organization_id, row.value) ?? []);
}

function toConfiguration(organizationId: string, value: string): ProxyConfiguration | undefined {
  const feature = readAuthProxyFeature(value);
  if (feature === undefined) return undefined;
  const { configId, allowedOrigins, enabledProviders, sessionExpirationSeconds, ...optional } = feature;
  return {
    configId,
    allowedOrigins,
    answer: { enabledProviders, sessionExpirationSeconds, organizationId, ...optional },
  };
}

const PREFLIGHT_SECONDS = '600';

/**
 * Adds the auth proxy's routes: `wallet_kit_config`, the preflights of browsers, and a refusal for the paths that are
 * known and not served. Pages are answered from the origins that a configuration lists, and from no others.
 */
export function addAuthProxyRoutes(server: FastifyInstance, store: Store): void {
  server.options('/v1/*', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !(await isListedAnywhere(store, origin))) throw unlisted();
    allow(reply, origin);
    return await reply
      .header('Access-Control-Allow-Methods', 'POST')
      .header('Access-Control-Allow-Headers', `Content-Type, ${CONFIG_ID_HEADER}`)
      .header('Access-Control-Max-Age', PREFLIGHT_SECONDS)
      .code(204)
      .send();
  });
  server.post('/v1/wallet_kit_config', async (request, reply) => {
    const { answer } = await configurationFor(store, request, reply);
    checkEmpty(request.body);
    void reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store');
    return JSON.stringify(answer);
  });
  server.post('/v1/*', async (request, reply) => {
    await configurationFor(store, request, reply);
    throw httpError('UNSPECIFIED.proxyPath', { path: request.url.slice(0, 200) });
  });
}

/**
 * The configuration that a request names, for whoever may ask for it.
 * @throws ServiceError REQUEST_INVALID without the header; NOT_FOUND; FORBIDDEN for a page of an unlisted origin
 */
async function configurationFor(
  store: Store,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProxyConfiguration> {
  const id = request.headers[CONFIG_ID_HEADER.toLowerCase()];
  const { origin } = request.headers;
  if (typeof id !== 'string' || id === '')
    throw httpError('REQUEST_INVALID.configurationId', { field: CONFIG_ID_HEADER });
  const found = await findConfiguration(store, id);
  // A page that is listed nowhere learns nothing about which ids exist.
  if (origin !== undefined && found?.allowedOrigins.includes(origin) !== true) throw unlisted();
  if (found === undefined) {
    throw httpError('NOT_FOUND.proxyConfiguration');
  }
  if (origin !== undefined) allow(reply, origin);
  return found;
}

/** Lets the pages of one origin read the answer; caches must keep it apart from those for others. */
function allow(reply: FastifyReply, origin: string): void {
  void reply.header('Access-Control-Allow-Origin', origin).header('Vary', 'Origin');
}

const MOST_OF_EMPTY = 4 * 1024;

/** The request is an empty JSON object (specification, "Auth-proxy query"); the published helper sends no body for it. */
function checkEmpty(body: unknown): void {
  if (!(body instanceof Uint8Array) || body.length === 0) return;
  // Whoever visits a page knows its configuration's ID: nothing long is read for them.
  if (body.length > MOST_OF_EMPTY) throw httpError('REQUEST_INVALID.notEmpty');
  const { json } = readJsonObject(body);
  const [member] = Object.keys(json);
  if (member !== undefined) throw httpError('REQUEST_INVALID.notMember', { field: member });
}

const unlisted = (): ServiceError => httpError('FORBIDDEN.origin');
