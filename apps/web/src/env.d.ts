interface ImportMetaEnv {
  /** The version in the root package.json. */
  readonly VERSION: string
}

declare module 'exifr/dist/lite.esm.mjs' {
  export { default } from 'exifr'
}
