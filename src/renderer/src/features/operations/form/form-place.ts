import { createContext, useContext } from 'react';
import { useController } from 'react-hook-form';
import type { FormField } from '#protocol/form/form-field.ts';
import type { IdOptions } from './id-options.ts';

/** What the fields of one form share: its fields, those that may not be changed, and the ids that pickers offer. */
export interface FormPlace {
  readonly fields: readonly FormField[];
  /** Names of parameters that the asking screen has settled. */
  readonly locked: readonly string[];
  readonly ids: IdOptions;
  /** What must be done before the form is sent or left; each tells whether it could. */
  readonly beforeSent: Set<() => Promise<boolean>>;
  /** Has one member while the field that the form focused as it opened was not left: leaving it empty is no mistake yet. */
  readonly arrivals: Set<'first'>;
}

/** Whether the form is only just there: what takes the focus then opens no list. */
export const FormOpeningContext = createContext(false);

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

/** A field of the form by its path: what stands in it, and why that will not do. */
export interface FieldState {
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly blur: () => void;
  readonly error: string | undefined;
  readonly isLocked: boolean;
}

/** Binds a component to the field at a path of the draft. */
export function useField(path: string): FieldState {
  const { field, fieldState, formState } = useController({ name: path });
  // A list validates its items as it is drawn: what nobody touched yet is not wrong yet. What the service said always shows.
  const isShown = fieldState.isTouched || formState.submitCount > 0 || fieldState.error?.type === 'service';
  const { arrivals } = useFormPlace();
  return {
    value: field.value as unknown,
    change: field.onChange,
    blur: () => {
      if (!arrivals.delete('first') || fieldState.isDirty) field.onBlur();
    },
    error: isShown ? fieldState.error?.message : undefined,
    isLocked: useIsLocked(path),
  };
}

/** As {@link useField}, for fields whose draft is text. */
export function useTextField(path: string): FieldState & { readonly text: string } {
  const state = useField(path);
  return { ...state, text: typeof state.value === 'string' ? state.value : '' };
}
