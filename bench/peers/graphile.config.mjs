import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// lists may be filtered and sorted by any column, as those of the app are
export default { extends: [PostGraphileAmberPreset], disablePlugins: ['PgIndexBehaviorsPlugin'] }
