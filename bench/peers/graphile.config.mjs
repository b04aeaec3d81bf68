import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// Without this plug-in, lists can be filtered and sorted by any column, like in the API.
export default { extends: [PostGraphileAmberPreset], disablePlugins: ['PgIndexBehaviorsPlugin'] }
