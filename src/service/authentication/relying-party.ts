import { fromBase64Url, fromUtf8 } from '#protocol/encoding.ts';
import { firstWhere } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';

/** Where an organization's passkeys may be used: on which web origins, for which relying parties. */
export interface RelyingParty {
  readonly allows: (origin: string) => boolean;
  /** The RP ids that a passkey may be made for: the origins' hosts and the domains above them. */
  readonly rpIds: readonly string[];
}

/** Without configuration: pages of this machine, on any port. */
const LOCAL: RelyingParty = {
  allows: (origin) => /^https?:\/\/localhost(?::\d{1,5})?$/.test(origin),
  rpIds: ['localhost'],
};

/** The relying party of an organization: its origins feature, or else localhost (docs/decisions/050). */
export async function relyingPartyOf(store: Store, organizationId: string): Promise<RelyingParty> {
  const name = 'FEATURE_NAME_WEBAUTHN_ORIGINS';
  const feature = await firstWhere(store, 'organization_feature', { organization_id: organizationId, name });
  if (feature === undefined) return LOCAL;
  const origins = readOrigins(feature.value);
  return { allows: (origin) => origins.includes(origin), rpIds: [...new Set(origins.flatMap(rpIdsOf))] };
}

/** Origins as a JSON list, or as text with commas between them. */
function readOrigins(value: string): string[] {
  let listed: unknown;
  try {
    listed = JSON.parse(value);
  } catch {
    // Not JSON: an origin, or several with commas.
    listed = value.split(',');
  }
  const texts = Array.isArray(listed) ? listed.filter((item) => typeof item === 'string') : [];
  return texts.map((text) => text.trim().replace(/\/$/, '')).filter((text) => text !== '');
}

function rpIdsOf(origin: string): string[] {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return [];
  const labels = new URL(origin).hostname.split('.');
  // A browser lets a page use its host and the domains above it, never a whole top-level domain.
  return labels
    .map((_, index) => labels.slice(index).join('.'))
    .filter((_, index) => index === 0 || labels.length - index >= 2);
}

/** The origin that client data names, or undefined where it cannot be read. @param clientDataJson base64url */
export function originOf(clientDataJson: string): string | undefined {
  try {
    const data = JSON.parse(fromUtf8(fromBase64Url(clientDataJson))) as { origin?: unknown } | null;
    return typeof data?.origin === 'string' ? data.origin : undefined;
  } catch {
    return undefined;
  }
}
