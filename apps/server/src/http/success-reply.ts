import { Type } from 'typebox'

/** The response of a route that returns no resource. */
export const SuccessReply = Type.Object({ success: Type.Boolean() })

/** The response of a route that returns only a text for the user. */
export const SuccessMessage = Type.Object({ success: Type.Boolean(), message: Type.String() })
