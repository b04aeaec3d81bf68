import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { TYPES, listOfCodec } from 'postgraphile/@dataplan/pg'
import { addPgTableCondition } from 'postgraphile/utils'

/** PostGraphile's own conditions compare with one value. */
const siteIdIn = addPgTableCondition(
  { schemaName: 'public', tableName: 'post_mortems' },
  'siteIdIn',
  ({ getTypeByName, graphql: { GraphQLList, GraphQLNonNull } }) => ({
    type: new GraphQLList(new GraphQLNonNull(getTypeByName('UUID'))),
  }),
  (ids, { sql, sqlTableAlias, sqlValueWithCodec }) =>
    sql`${sqlTableAlias}.site_id = any(${sqlValueWithCodec(ids, listOfCodec(TYPES.uuid))})`,
)

export default {
  extends: [PostGraphileAmberPreset],
  plugins: [siteIdIn],
  // Without this plug-in, lists can be filtered and sorted by any column, like in the API.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
}
