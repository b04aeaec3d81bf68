interface ImportMetaEnv {
  /** Of package.json at the top. */
  readonly VERSION: string
}
