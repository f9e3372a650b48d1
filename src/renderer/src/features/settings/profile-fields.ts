import type { Profile, ProfileDraft } from '#preload/contract/profiles.ts';
import { SETTINGS_TEXT } from './text.ts';

/** A hosted profile as it is typed. */
export interface ProfileFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly proxy: 'system' | 'direct' | 'manual';
  readonly proxyAddress: string;
  readonly proxyUser: string;
  readonly proxyPassword: string;
  readonly certificates: 'bundled' | 'system' | 'own';
  readonly certificateFile: string;
  readonly keys: 'vendor' | 'own';
  readonly keysText: string;
  readonly keysFile: string;
  /** What the profile has, so that a field left empty keeps it. */
  readonly kept: Profile['connection'];
}

export type ProfileFaults = Readonly<Partial<Record<keyof ProfileFields, string>>>;

/** The fields of a profile as it is; those of a new one where there is none. */
export function fieldsOf(profile: Profile | null): ProfileFields {
  const kept = profile?.connection ?? null;
  return {
    name: profile?.name ?? '',
    baseUrl: profile?.baseUrl ?? '',
    organizationId: profile?.organizationId ?? '',
    proxy: kept?.proxy.kind ?? 'system',
    proxyAddress: kept?.proxy.kind === 'manual' ? kept.proxy.address : '',
    proxyUser: '',
    proxyPassword: '',
    certificates: kept?.certificates ?? 'bundled',
    certificateFile: '',
    keys: kept?.hasVendorKeys === false ? 'own' : 'vendor',
    keysText: '',
    keysFile: '',
    kept,
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

const isEmpty = (text: string): boolean => text.trim() === '';
/** Whether the profile has a file of authorities, or keys of its own, that can stay. */
const hasOwnCertificates = ({ kept }: ProfileFields): boolean => kept?.certificates === 'own';
const hasOwnKeys = ({ kept }: ProfileFields): boolean => kept?.hasVendorKeys === false;

/** What is wrong with each field, in words; empty when the profile can be saved. */
export function profileFaults(fields: ProfileFields): ProfileFaults {
  const TEXT = SETTINGS_TEXT.profiles;
  const { name, baseUrl, organizationId, proxy, proxyAddress, certificates, certificateFile } = fields;
  const wantsFile = certificates === 'own' && isEmpty(certificateFile) && !hasOwnCertificates(fields);
  const wantsKeys =
    fields.keys === 'own' && isEmpty(fields.keysText) && isEmpty(fields.keysFile) && !hasOwnKeys(fields);
  return {
    ...(isEmpty(name) ? { name: TEXT.nameMissing } : {}),
    ...(isHttpAddress(baseUrl.trim()) ? {} : { baseUrl: TEXT.addressMissing }),
    ...(UUID.test(organizationId.trim()) ? {} : { organizationId: TEXT.organizationMissing }),
    ...(proxy === 'manual' && isEmpty(proxyAddress) ? { proxyAddress: TEXT.proxyAddressMissing } : {}),
    ...(wantsFile ? { certificateFile: TEXT.certificateFileMissing } : {}),
    ...(wantsKeys ? { keysText: TEXT.keysMissing } : {}),
  };
}

/** What is sent of the fields. @param fileOf gives the handle of a file's name */
export async function draftOf(
  fields: ProfileFields,
  fileOf: (name: string) => Promise<string>,
): Promise<ProfileDraft> {
  return {
    name: fields.name.trim(),
    baseUrl: fields.baseUrl.trim(),
    organizationId: fields.organizationId.trim(),
    proxy: proxyOf(fields),
    certificates: await certificatesOf(fields, fileOf),
    keys: await keysOf(fields, fileOf),
  };
}

function proxyOf({
  proxy,
  proxyAddress,
  proxyUser,
  proxyPassword,
  kept,
}: ProfileFields): NonNullable<ProfileDraft['proxy']> {
  if (proxy !== 'manual') return { kind: proxy };
  const address = proxyAddress.trim();
  const before = kept?.proxy;
  const hasKept = before?.kind === 'manual' && before.hasLogin && before.address === address;
  if (proxyUser !== '')
    return { kind: 'manual', address, login: { username: proxyUser, password: proxyPassword } };
  return { kind: 'manual', address, login: hasKept ? 'kept' : null };
}

async function certificatesOf(
  { certificates, certificateFile }: ProfileFields,
  fileOf: (name: string) => Promise<string>,
): Promise<NonNullable<ProfileDraft['certificates']>> {
  if (certificates !== 'own') return { kind: certificates };
  if (isEmpty(certificateFile)) return { kind: 'kept' };
  return { kind: 'own', file: await fileOf(certificateFile.trim()) };
}

async function keysOf(
  { keys, keysText, keysFile }: ProfileFields,
  fileOf: (name: string) => Promise<string>,
): Promise<NonNullable<ProfileDraft['keys']>> {
  if (keys === 'vendor') return { kind: 'vendor' };
  if (!isEmpty(keysText)) return { kind: 'text', text: keysText };
  return isEmpty(keysFile) ? { kind: 'kept' } : { kind: 'file', file: await fileOf(keysFile.trim()) };
}
