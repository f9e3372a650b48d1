import type { Dispatcher } from 'undici';
import type { ConnectionCheck } from '#preload/contract/profiles.ts';
import { listActivities, listAppProofs } from '#protocol/catalogue/activities.ts';
import { whoami } from '#protocol/catalogue/users.ts';
import { AppError } from '#protocol/error.ts';
import { HOSTED_KEYS, type PinnedKeys, differingKeys, keyFingerprint } from '#protocol/pinned-keys.ts';
import { type AppProof, verifyAppProof } from '#protocol/proof.ts';
import { readWebhookKeys } from '#protocol/webhook.ts';
import { NEUTRAL_WEBHOOK_NAMES } from '#protocol/webhook-names.ts';
import { PUBLISHED_WEBHOOK_NAMES } from '#protocol/wire.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Client, Target } from '../../service-client/client.ts';
import { type Answer, exchange, readJson } from '../../service-client/exchange.ts';
import type { ProxyLogin } from '../../service-client/proxy-choice.ts';
import { WEBHOOK_KEYS_PATH } from '../../service-client/published.ts';
import type { Reached, RoutedPlace, Routes } from '../../service-client/routes.ts';
import { readErrorBody } from '../../service-client/service-refusal.ts';
import { profileError } from './errors.ts';

/** What a test asks, and as whom. */
export interface ConnectionTest {
  readonly place: RoutedPlace;
  readonly organizationId: string;
  readonly keys: PinnedKeys | null;
  readonly login: ProxyLogin | null | 'kept';
  /** Who stamps what needs a stamp, or why nobody does. */
  readonly stamper: Target['stamper'] | { readonly missing: string };
  readonly profileName: string;
}

interface TestParts {
  readonly routes: Pick<Routes, 'once' | 'proxies'>;
  readonly client: Pick<Client, 'query'>;
  readonly clock: Clock;
}

type Check = ConnectionCheck;
const check = (id: Check['id'], state: Check['state'], found: string, remedy = ''): Check => ({
  id,
  state,
  found,
  remedy,
});
const failed = (id: Check['id'], { message, remedy }: AppError): Check =>
  check(id, 'failed', message, remedy);
const skipped = (ids: readonly Check['id'][], why: string): Check[] =>
  ids.map((id) => check(id, 'skipped', why));

const ALL = ['proxy', 'address', 'certificate', 'service', 'clock', 'organization', 'keys'] as const;
const NOT_REACHED = 'The service wasn’t reached.';

/**
 * Looks at everything that a profile's requests depend on, in their order: the proxy, the address, its certificate, what
 * answers, its clock, the organization, the pinned keys. Reads only.
 * @throws AppError `CONNECTION_TEST_CANCELED`
 */
export async function testConnection(
  { routes, client, clock }: TestParts,
  test: ConnectionTest,
  signal: AbortSignal,
): Promise<Check[]> {
  const { place } = test;
  let proxies: readonly string[];
  try {
    proxies = await routes.proxies(place);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [failed('proxy', error), ...skipped(ALL.slice(1), NOT_REACHED)];
  }
  let reached: Reached | undefined;
  const through = routes.once(place, test.login, (how) => (reached ??= how));
  const onCancel = (): void => void through.destroy();
  signal.addEventListener('abort', onCancel);
  try {
    requireGoingOn(signal);
    const sentMs = clock.now();
    const url = `${place.baseUrl}${WEBHOOK_KEYS_PATH}`;
    let answer: Answer;
    try {
      answer = await exchange(through, url, { method: 'GET', headers: {}, signal });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      requireGoingOn(signal);
      return whyUnreached(error, proxies, reached, place);
    }
    const first = [
      check('proxy', 'ok', proxyWords(reached?.proxy ?? null, place)),
      check('address', 'ok', `${new URL(place.baseUrl).host} answered in ${clock.now() - sentMs} ms.`),
      certificateCheck(reached, place),
      serviceCheck(answer),
      clockCheck(answer, (sentMs + clock.now()) / 2),
    ];
    if (first.some(({ id, state }) => id === 'service' && state === 'failed'))
      return [...first, ...skipped(['organization', 'keys'], 'No key service answered.')];
    const stamped = await stampedChecks(client, test, through);
    requireGoingOn(signal);
    return [...first, ...stamped];
  } finally {
    signal.removeEventListener('abort', onCancel);
    await through.destroy();
  }
}

function requireGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw profileError('CONNECTION_TEST_CANCELED');
}

const proxyWords = (proxy: string | null, { network }: RoutedPlace): string => {
  if (proxy !== null) return `Through the proxy at ${proxy}.`;
  return network.proxy.kind === 'direct' ? 'No proxy, as set.' : 'No proxy is needed.';
};

/** Puts a failed first request where it belongs, with what was seen before it. */
function whyUnreached(
  error: AppError,
  proxies: readonly string[],
  reached: Reached | undefined,
  place: RoutedPlace,
): Check[] {
  const ways = proxies.filter((each) => each !== 'direct');
  const proxy =
    ways.length === 0
      ? check('proxy', 'ok', proxyWords(null, place))
      : check('proxy', 'ok', `Through the proxy at ${ways.join(', then ')}.`);
  if (error.code.startsWith('PROXY_')) return [failed('proxy', error), ...skipped(ALL.slice(1), NOT_REACHED)];
  if (/^(?:SERVICE_CERTIFICATE_|SERVICE_TLS_|SYSTEM_CERTIFICATES_)/.test(error.code)) {
    const address = check('address', 'ok', `${new URL(place.baseUrl).host} can be connected to.`);
    return [proxy, address, failed('certificate', error), ...skipped(ALL.slice(3), NOT_REACHED)];
  }
  if (reached === undefined) return [proxy, failed('address', error), ...skipped(ALL.slice(2), NOT_REACHED)];
  const address = check('address', 'ok', `${new URL(place.baseUrl).host} can be connected to.`);
  const certificate = certificateCheck(reached, place);
  return [proxy, address, certificate, failed('service', error), ...skipped(ALL.slice(4), NOT_REACHED)];
}

const STORES = {
  bundled: 'the bundled list',
  system: 'this computer’s store',
  own: 'the profile’s own file',
} as const;

function certificateCheck(reached: Reached | undefined, { network }: RoutedPlace): Check {
  if (reached?.tls == null)
    return check('certificate', 'warn', 'No TLS: plain http on this computer.', 'Use https where you can.');
  const { version, certificate } = reached.tls;
  const store = STORES[network.certificates.kind];
  if (certificate === null) return check('certificate', 'ok', `${version}, trusted by ${store}.`);
  const { issuer, sha256, validTo } = certificate;
  return check(
    'certificate',
    'ok',
    `${version}, trusted by ${store}. Issued by ${issuer}. Valid until ${validTo}. SHA-256 ${sha256}`,
  );
}

const NAMES = [NEUTRAL_WEBHOOK_NAMES, PUBLISHED_WEBHOOK_NAMES];
const OTHER_PLACE = 'Check the profile’s address: another kind of server answers there.';

const BUSY = 'The service, or a gateway in front of it, takes no more requests at the moment.';

function serviceCheck({ status, text }: Answer): Check {
  try {
    if (status !== 200) {
      if (status === 429) return check('service', 'warn', BUSY, 'Wait a few seconds, then test again.');
      const refusal = readErrorBody(status, text);
      if (refusal.code === 'SERVICE_ANSWER_INVALID') return failed('service', refusal);
      return check('service', 'ok', `A key service answers (status ${status}).`);
    }
    const value = readJson(text);
    const isOurs = NAMES.some((names) => {
      try {
        readWebhookKeys(value, names);
        return true;
      } catch {
        return false;
      }
    });
    if (isOurs) return check('service', 'ok', 'A key service answers, and publishes its webhook keys.');
    return check('service', 'failed', 'The answer isn’t a key service’s.', OTHER_PLACE);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed('service', error);
  }
}

/** A request's time may be so far off; a Date header has whole seconds. */
const NOTABLE_MS = 5_000;
const REFUSED_MS = 60_000;

function clockCheck({ serviceTimeMs }: Answer, middleMs: number): Check {
  if (serviceTimeMs === undefined) return check('clock', 'skipped', 'The service doesn’t say its time.');
  const offsetMs = serviceTimeMs - middleMs;
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (Math.abs(offsetMs) < NOTABLE_MS) return check('clock', 'ok', 'The clocks agree within 5 seconds.');
  const found = `This computer’s clock is ${seconds} seconds ${offsetMs > 0 ? 'behind' : 'ahead of'} the service’s.`;
  const remedy =
    'Turn on automatic time on this computer. If its clock is right, tell the service’s operator.';
  return check('clock', Math.abs(offsetMs) < REFUSED_MS ? 'warn' : 'failed', found, remedy);
}

/** What a stamp is needed for: the organization, and something that the service signed. */
async function stampedChecks(
  client: Pick<Client, 'query'>,
  test: ConnectionTest,
  through: Dispatcher,
): Promise<Check[]> {
  const { stamper, place, organizationId, keys } = test;
  if ('missing' in stamper) return skipped(['organization', 'keys'], stamper.missing);
  const target: Target = {
    ...{ baseUrl: place.baseUrl, organizationId, stamper, through },
    ...{ profileId: place.profileId, profileName: test.profileName, moves: 0 },
  };
  try {
    const who = await client.query(target, whoami, {});
    const found = check(
      'organization',
      'ok',
      `${who.organizationName} (${who.organizationId}), as ${who.username}.`,
    );
    return [found, await keysCheck(client, target, keys)];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [failed('organization', error), ...skipped(['keys'], 'The service refused this credential.')];
  }
}

/** So many completed activities are looked through for a proof. */
const LOOKED_AT = 5;

/** Compares the pinned keys with the key of a proof that the service signed: that is what can be had without a change. */
async function keysCheck(
  client: Pick<Client, 'query'>,
  target: Target,
  keys: PinnedKeys | null,
): Promise<Check> {
  if (keys === null)
    return check(
      'keys',
      'failed',
      'This profile has no pinned keys.',
      'Edit the profile and enter its keys.',
    );
  try {
    const proof = await findProof(client, target);
    if (proof === undefined) {
      const why =
        'The service has signed nothing yet that can be read here. Each session, export and import is checked with these keys.';
      return check('keys', 'skipped', why);
    }
    verifyAppProof(proof, proof.publicKey);
    // The half that signs: the last 65 of the 130 bytes.
    const signer = proof.publicKey.slice(130).toLowerCase();
    if (signer === keys.enclaveQuorum) return check('keys', 'ok', 'A proof is signed with the pinned key.');
    const fingerprint = keyFingerprint(signer);
    const isVendor = differingKeys(HOSTED_KEYS, keys).length === 0;
    // The vendor's enclaves sign proofs with keys of their own.
    return check(
      'keys',
      isVendor ? 'warn' : 'failed',
      `A proof is signed with a key that isn’t pinned: SHA-256 ${fingerprint}`,
      isVendor
        ? 'Normal for the vendor’s own service. For any other, enter that service’s keys.'
        : 'Compare the keys with the service’s operator before you rely on its answers.',
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed('keys', error);
  }
}

async function findProof(client: Pick<Client, 'query'>, target: Target): Promise<AppProof | undefined> {
  const { activities } = await client.query(target, listActivities, {
    filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
    paginationOptions: { limit: String(LOOKED_AT) },
  });
  for (const { id } of activities.slice(0, LOOKED_AT)) {
    const { appProofs } = await client.query(target, listAppProofs, { activityId: id });
    const [proof] = appProofs;
    if (proof !== undefined) return proof;
  }
  return undefined;
}
