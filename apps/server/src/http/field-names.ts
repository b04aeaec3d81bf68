/** Field names of filters and sorts may carry the prefixes of specification section 7 or none. */
export const withoutPrefix = (name: string) =>
  name.replace(/^(?:veterinary_records|veterinary_record_animals|post_mortems)\./, '')
