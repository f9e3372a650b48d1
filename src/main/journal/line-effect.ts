import { operationByPath } from '#protocol/catalogue/catalogue.ts';
import type { Entry } from './line.ts';

/** Whether a line's stamp could change something. One whose operation the catalogue does not know counts as such. */
export const isChange = ({ operation }: Pick<Entry, 'operation'>): boolean =>
  operationByPath(operation)?.effect !== 'read';
