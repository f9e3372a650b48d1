import type { FormField } from '../../../../../protocol/form/form-field.ts';

/** What stands faintly after the label: whether it may be left out. */
export const asideOf = (field: FormField): string | undefined => (field.required ? undefined : 'optional');
