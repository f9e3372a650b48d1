import { nameSkeleton } from '#protocol/confusables.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { featureError } from '../errors.ts';
import type { Namesake } from '../local-actions/module.ts';

/** A name as names are compared: two contacts never have the same. */
export const plainName = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Whether a name has characters that can't be seen, line breaks among them. */
export const isUnseen = (name: string): boolean => revealInvisible(name) !== name;

/** @throws AppError `CONTACT_NAME_UNSEEN`; lists of earlier versions can have such names */
export function requireSeenName(name: string): void {
  if (isUnseen(name)) throw featureError('CONTACT_NAME_UNSEEN', { name: revealInvisible(name) });
}

/**
 * The names that can be taken for another contact's.
 * @param known the names of the contacts that stay as they are
 * @param added are compared with one another, too
 */
export function namesakesOf(known: readonly string[], added: readonly string[]): Namesake[] {
  const byLook = new Map(known.map((name) => [nameSkeleton(name), name]));
  return added.flatMap((name) => {
    const look = nameSkeleton(name);
    const other = byLook.get(look);
    if (other !== undefined) return [{ name, other }];
    byLook.set(look, name);
    return [];
  });
}
