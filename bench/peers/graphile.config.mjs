import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// allows filtering and sorting by any column, like the API
export default { extends: [PostGraphileAmberPreset], disablePlugins: ['PgIndexBehaviorsPlugin'] }
