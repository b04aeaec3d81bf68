interface ImportMetaEnv {
  /** The version in the root package.json. */
  readonly VERSION: string
}
