import { ServiceError } from '../service-error.ts';

/** Nothing of this kind has that id in the caller's organization. */
export const notFound = (what: string, id: string): ServiceError =>
  new ServiceError('NOT_FOUND', 'NOT_FOUND', `no ${what} found with the ID ${id}`, {
    remedy: 'List what the organization has and take the ID from there.',
  });
