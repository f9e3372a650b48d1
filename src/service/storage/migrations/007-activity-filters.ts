import type { Migration } from '#storage/migrate.ts';

/** Lists of activities by type or status stay fast, also for a type that a hundred thousand activities do not have. */
export const activityFilters: Migration = {
  name: '007-activity-filters',
  statements: [
    'CREATE INDEX activity_type ON activity (organization_id, type, id)',
    'CREATE INDEX activity_status ON activity (organization_id, status, id)',
  ],
};
