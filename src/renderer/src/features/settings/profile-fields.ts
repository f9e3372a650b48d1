import { SETTINGS_TEXT } from './text.ts';
/** What a hosted profile needs, as it is typed. */
export interface ProfileFields {
  readonly name: string;
  readonly baseUrl: string;
  readonly organizationId: string;
}

export type ProfileFaults = Readonly<Partial<Record<keyof ProfileFields, string>>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** What is wrong with each field, in words; empty when the profile can be added. */
export function profileFaults({ name, baseUrl, organizationId }: ProfileFields): ProfileFaults {
  return {
    ...(name.trim() === '' ? { name: SETTINGS_TEXT.profiles.nameMissing } : {}),
    ...(isHttpAddress(baseUrl.trim()) ? {} : { baseUrl: SETTINGS_TEXT.profiles.addressMissing }),
    ...(UUID.test(organizationId.trim())
      ? {}
      : { organizationId: SETTINGS_TEXT.profiles.organizationMissing }),
  };
}

function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}
