import { Link } from "react-router";
import type { MessageSubject } from "#app/core/http/flash.server.ts";

/** A message with its subject. It ends with a space, because screen readers read the two without a pause. */
export function MessageText({ message, about }: { message: string; about?: MessageSubject | undefined }) {
  const name = <bdi>{about?.name}</bdi>;
  return (
    <>
      <span>{`${message} `}</span>
      {about?.to ? (
        <Link to={about.to} className="inline-block py-1 underline">
          {name}
        </Link>
      ) : (
        about && name
      )}
    </>
  );
}
