import { useController } from 'react-hook-form';
import { useIsLocked } from './form-place.ts';

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
  const { field, fieldState } = useController({ name: path });
  return {
    value: field.value as unknown,
    change: field.onChange,
    blur: field.onBlur,
    error: fieldState.error?.message,
    isLocked: useIsLocked(path),
  };
}

/** As {@link useField}, for fields whose draft is text. */
export function useTextField(path: string): FieldState & { readonly text: string } {
  const state = useField(path);
  return { ...state, text: typeof state.value === 'string' ? state.value : '' };
}
