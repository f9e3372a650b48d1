import { createContext, useContext } from 'react';
import type { FormField } from '#protocol/form/form-field.ts';
import type { IdOptions } from './id-options.ts';

/** What the fields of one form share: its fields, those that may not be changed, and the ids that pickers offer. */
export interface FormPlace {
  readonly fields: readonly FormField[];
  /** Names of parameters that the asking screen has settled. */
  readonly locked: readonly string[];
  readonly ids: IdOptions;
}

export const FormPlaceContext = createContext<FormPlace | null>(null);

/** @throws Error outside of a form */
export function useFormPlace(): FormPlace {
  const place = useContext(FormPlaceContext);
  if (place === null) throw new Error('A field of the generated form stands outside of a form.');
  return place;
}

/** Whether the field at a path belongs to a locked parameter. */
export function useIsLocked(path: string): boolean {
  const [, name = ''] = path.split('.');
  return useFormPlace().locked.includes(name);
}
