import { z } from "@hono/zod-openapi";

/**
 * A picture in a response: its addresses, by size. Anyone who has an address sees the picture, without a token.
 * @param description what the picture is, and when it is null
 * @param sizes what each size is for
 */
export const pictureSchema = <Size extends string>(description: string, sizes: Record<Size, string>) =>
  z
    .object(
      Object.fromEntries(
        Object.entries<string>(sizes).map(([size, use]) => [size, z.url().openapi({ description: use })]),
      ) as Record<Size, z.ZodURL>,
    )
    .nullable()
    .openapi({ description });

/**
 * The addresses of a picture, in the format of a response.
 * @param url the URL of the request
 * @param paths the path of each size; null if there is no picture
 */
export const answeredPicture = <Size extends string>(
  url: string,
  paths: Record<Size, string> | null | undefined,
): Record<Size, string> | null =>
  paths
    ? (Object.fromEntries(
        Object.entries<string>(paths).map(([size, path]) => [size, new URL(path, url).href]),
      ) as Record<Size, string>)
    : null;

/**
 * Describes a file that is downloaded. A response contains no address of the file: people who are signed in download it
 * from its page.
 * @param description what the file is
 */
export const documentSchema = (description: string) =>
  z
    .object({
      name: z
        .string()
        .openapi({ description: "The name that the uploader gave it.", example: "Contract.pdf" }),
      type: z.string().openapi({ description: "Its media type.", example: "application/pdf" }),
      bytes: z.int().openapi({ description: "Its size.", example: 48_210 }),
    })
    .nullable()
    .openapi({ description });

/** The description of a file in a response. @param found the file; null if there is none */
export const answeredDocument = (found: { name: string; type: string; bytes: number } | null) =>
  found && { name: found.name, type: found.type, bytes: found.bytes };
