/**
 * SQL of all files that the database refers to, as `key`, `hash` and `bytes`. A key may occur more than once. Older rows
 * have no hash or length, logos never have one.
 */
export const storedFilesSql = `
  select image_key as key, image_hash as hash, bytes from photos
  union all select thumbnail_key, thumbnail_hash, thumbnail_bytes from photos
  union all select file_key, file_hash, bytes from report_files
  union all select logo_key, null, null from provider_details where logo_key is not null`
