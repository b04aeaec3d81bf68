import type { OfflineCopy } from './offline-store.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Whether the result is stored on this device and shown if the server cannot be reached. */
      offline?: boolean
      /** Computes the result from other data on this device. */
      readOffline?: () => Promise<OfflineCopy | undefined>
    }
  }
}

/** `meta` for queries whose result can be read without a connection. */
export const readableOffline = { offline: true } as const
