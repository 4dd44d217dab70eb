// Made from /api/openapi.json: do not edit. It holds no more than what main-job.ts calls.
export interface paths {
  "/api/account/login": {
    /** Log in by e-mail */
    post: {
      parameters: {
        query?: never;
        header?: {
          "Idempotency-Key"?: string;
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
            code?: string;
          };
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              /** Goes with later calls, as `Authorization: Bearer <accessToken>`. */
              accessToken: string;
              user: {
                uid: string;
                email: string;
                username: string | null;
                firstName: string;
                lastName: string;
                role: "candidate" | "admin" | "super_admin";
                /** Somebody who runs the service and may do so only once their account has a second factor. */
                needsFactor: boolean;
                language: "en" | "fr" | "vi" | "cn" | "ar";
                emailVerified: boolean;
                /** The picture's address on this host; null without one. */
                avatar: string | null;
                /** When the account will be erased; null unless its owner asked for that. */
                erasedOn: string | null;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/account/register": {
    /** Register */
    post: {
      parameters: {
        query?: never;
        header?: {
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            email: string;
            password: string;
            firstName: string;
            lastName: string;
          };
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              /** Goes with later calls, as `Authorization: Bearer <accessToken>`. */
              accessToken: string;
              user: {
                uid: string;
                email: string;
                username: string | null;
                firstName: string;
                lastName: string;
                role: "candidate" | "admin" | "super_admin";
                /** Somebody who runs the service and may do so only once their account has a second factor. */
                needsFactor: boolean;
                language: "en" | "fr" | "vi" | "cn" | "ar";
                emailVerified: boolean;
                /** The picture's address on this host; null without one. */
                avatar: string | null;
                /** When the account will be erased; null unless its owner asked for that. */
                erasedOn: string | null;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/user/personalization/practice/category/get": {
    /** Categories of the question bank */
    get: {
      parameters: {
        query?: never;
        header?: {
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              data: {
                uid: string;
                name: string;
                description: string;
                /** How many published questions it holds. */
                questions: number;
              }[];
              meta: {
                total: number;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/user/personalization/practice/question/get": {
    /** Questions of a category */
    get: {
      parameters: {
        query: {
          page?: number;
          category_id: string;
        };
        header?: {
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              data: {
                uid: string;
                text: string;
                /** Minutes, in steps of 0.5. */
                reading_time: number;
                /** Minutes, in steps of 0.5. */
                answer_time: number;
              }[];
              meta: {
                total: number;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/user/personalization/practice/answer/save": {
    /** Save a practice answer record */
    post: {
      parameters: {
        query?: never;
        header?: {
          "Idempotency-Key"?: string;
          "Idempotency-Unanswered"?: string;
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            uid?: string;
            category_id?: string;
            question_id?: string;
            /** Minutes, in steps of 0.5. */
            reading_time?: number;
            /** Minutes, in steps of 0.5. */
            answer_time?: number;
            mode?: "practice" | "simulation";
            /** With it the mode follows: a take that is the place's one and in time is a simulation's, another one is kept as practice. */
            simulation?: {
              uid: string;
              position: number;
              /** From the moment in which the device had the question to the recording's first second, in milliseconds. */
              started_after_ms: number;
            };
            recording?: {
              kind: "audio" | "video";
              /** Container only, without codecs. */
              type: string;
              /** Bytes. */
              size: number;
              /** Milliseconds. */
              duration_ms: number;
              /** What of it is beyond the time for the answer, in milliseconds. */
              overrun_ms?: number;
              /** Of the file, in hex. */
              md5: string;
            } | null;
            rate_your_self?: {
              clarity: number;
              logic_relevance: number;
              expertise_insight: number;
              attitude_engagement: number;
              rating_overall: number;
            };
            question_difficulty?: ("easy" | "medium" | "hard") | null;
            comments?: string;
            /** Where the maker's days begin, as far as their account does not say: the plan counts in days. */
            time_zone?: string;
            /** When the device recorded it. It is settled with the record: changing one leaves it. */
            recorded_at?: string;
          };
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              data: {
                uid: string;
                category_id: string;
                category: string;
                question_id: string;
                question: string;
                state:
                  | "captured"
                  | "uploading"
                  | "stored"
                  | "self_rated"
                  | "private"
                  | "link_shared"
                  | "in_review"
                  | "reviewed"
                  | "deleted";
                mode: "practice" | "simulation";
                /** Minutes, in steps of 0.5. */
                reading_time: number;
                /** Minutes, in steps of 0.5. */
                answer_time: number;
                recording: {
                  kind: "audio" | "video";
                  /** Its container, without codecs. */
                  type: string;
                  /** Bytes. */
                  size: number;
                  /** Milliseconds. */
                  duration_ms: number;
                  /** What of it is beyond the time for the answer, in milliseconds. */
                  overrun_ms: number;
                  md5: string;
                } | null;
                rate_your_self: {
                  clarity: number;
                  logic_relevance: number;
                  expertise_insight: number;
                  attitude_engagement: number;
                  rating_overall: number;
                } | null;
                question_difficulty: ("easy" | "medium" | "hard") | null;
                comments: string;
                /** The stored file: its name, and in a detail the short-lived address that plays it. */
                media: {
                  name: string;
                  link: string | null;
                } | null;
                /** When it was made, as its device told. */
                recorded_at: string;
                /** When it arrived. */
                created_at: string;
                guidance: string[];
                /** The address that plays this answer to whoever has it; null while none works. */
                share_link: string | null;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/user/personalization/practice/answer/detail/get": {
    /** One own answer, with an address that plays it */
    post: {
      parameters: {
        query?: never;
        header?: {
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json": {
            uid: string;
          };
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              data: {
                uid: string;
                category_id: string;
                category: string;
                question_id: string;
                question: string;
                state:
                  | "captured"
                  | "uploading"
                  | "stored"
                  | "self_rated"
                  | "private"
                  | "link_shared"
                  | "in_review"
                  | "reviewed"
                  | "deleted";
                mode: "practice" | "simulation";
                /** Minutes, in steps of 0.5. */
                reading_time: number;
                /** Minutes, in steps of 0.5. */
                answer_time: number;
                recording: {
                  kind: "audio" | "video";
                  /** Its container, without codecs. */
                  type: string;
                  /** Bytes. */
                  size: number;
                  /** Milliseconds. */
                  duration_ms: number;
                  /** What of it is beyond the time for the answer, in milliseconds. */
                  overrun_ms: number;
                  md5: string;
                } | null;
                rate_your_self: {
                  clarity: number;
                  logic_relevance: number;
                  expertise_insight: number;
                  attitude_engagement: number;
                  rating_overall: number;
                } | null;
                question_difficulty: ("easy" | "medium" | "hard") | null;
                comments: string;
                /** The stored file: its name, and in a detail the short-lived address that plays it. */
                media: {
                  name: string;
                  link: string | null;
                } | null;
                /** When it was made, as its device told. */
                recorded_at: string;
                /** When it arrived. */
                created_at: string;
                guidance: string[];
                /** The address that plays this answer to whoever has it; null while none works. */
                share_link: string | null;
              };
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/uploadthing": {
    /** An address for a file */
    post: {
      parameters: {
        query: {
          actionType: "upload";
          slug:
            | "recording"
            | "avatar"
            | "supportAttachment"
            | "forumImage"
            | "reviewVoice"
            | "learningVideo"
            | "learningCaptions"
            | "document"
            | "workspaceFile";
        };
        header?: {
          "Accept-Language"?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          "application/json":
            | {
                files: {
                  name: string;
                  size: number;
                  type: string;
                }[];
                input: {
                  uid: string;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: string;
                }[];
                input: {
                  x: number;
                  y: number;
                  size: number;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "application/pdf";
                }[];
                input: {
                  uid: string;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "image/png" | "image/jpeg" | "image/webp" | "image/gif";
                }[];
                input: {
                  uid: string;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "audio/webm" | "audio/mp4" | "audio/ogg";
                }[];
                input: {
                  uid: string;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "video/mp4" | "video/webm";
                }[];
                input: {
                  uid: string;
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "text/vtt";
                }[];
                input: {
                  uid: string;
                  language: "en" | "fr" | "vi" | "cn" | "ar";
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "application/pdf";
                }[];
                input: {
                  uid: string;
                  language: "en" | "fr" | "vi" | "cn" | "ar";
                };
              }
            | {
                files: {
                  name: string;
                  size: number;
                  type: "image/png" | "image/jpeg" | "image/webp" | "image/gif" | "application/pdf";
                }[];
                input: {
                  workspaceId: string;
                  uid: string;
                  customerUid?: string;
                  jobUid?: string;
                  slabUid?: string;
                  entryUid?: string;
                };
              };
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              /** Where the file is sent, used as it is. */
              url: string;
              key: string;
              name: string;
              customId: null;
            }[];
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        401: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
  "/api/storage/ingest/{key}": {
    /** How much of a file has arrived */
    head: {
      parameters: {
        query: {
          expires: number;
          signature: string;
        };
        header?: never;
        path: {
          key: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: { headers: { [name: string]: unknown }; content?: never };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
    /** Send a file */
    put: {
      parameters: {
        query: {
          expires: number;
          signature: string;
        };
        header?: never;
        path: {
          key: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          "multipart/form-data": {
            file: string;
          };
          "application/octet-stream": string;
        };
      };
      responses: {
        200: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": {
              url: string;
              appUrl: string;
              ufsUrl: string;
              /** The file's MD5 in hex. */
              fileHash: string;
              serverData:
                | (
                    | {
                        stored: true;
                        uid: string;
                      }
                    | {
                        stored: false;
                      }
                  )
                | {
                    avatar: string | null;
                  }
                | (
                    | {
                        taken: true;
                        uid: string;
                      }
                    | {
                        taken: false;
                        problem: "kind" | "size" | "empty" | "lying" | "unreadable";
                      }
                  )
                | (
                    | {
                        taken: true;
                        uid: string;
                      }
                    | {
                        taken: false;
                        problem: "kind" | "size" | "empty" | "lying" | "unreadable";
                      }
                  )
                | {
                    stored: boolean;
                  }
                | (
                    | {
                        taken: true;
                      }
                    | {
                        taken: false;
                        problem: "notWebVtt" | "noCues" | "backwards" | "beyondEnd" | "notVideo" | "notPdf" | "gone";
                      }
                  )
                | (
                    | {
                        taken: true;
                      }
                    | {
                        taken: false;
                        problem: "notWebVtt" | "noCues" | "backwards" | "beyondEnd" | "notVideo" | "notPdf" | "gone";
                      }
                  )
                | (
                    | {
                        taken: true;
                      }
                    | {
                        taken: false;
                        problem: "notWebVtt" | "noCues" | "backwards" | "beyondEnd" | "notVideo" | "notPdf" | "gone";
                      }
                  )
                | (
                    | {
                        taken: true;
                        uid: string;
                      }
                    | {
                        taken: false;
                        problem: "kind" | "size" | "empty" | "lying" | "unreadable" | "gone" | "full" | "many";
                      }
                  );
            };
          };
        };
        400: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        403: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        404: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        408: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        409: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        413: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        415: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        416: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        422: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        423: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["StorageRefusal"] | components["schemas"]["Error"];
          };
        };
        429: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        500: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
        503: {
          headers: { [name: string]: unknown };
          content: {
            "application/json": components["schemas"]["Error"];
          };
        };
      };
    };
  };
}
export interface components {
  schemas: {
    Error: {
      /** For a person, in the language of Accept-Language. */
      message: string;
      /** Stable; what a program goes by. Each status says which it has. */
      code: string;
      /** Which fields are meant. */
      issues?: {
        path: (string | number)[];
        message: string;
      }[];
      /** Only of a fault of the service; also in the header X-Request-Id. */
      requestId?: string;
      /** What stands there now. For a change that came too late, with `stockShort`, and with `previewOutdated` of a quote, the row itself; with `slotTaken` and `notWorking` who is meant, and what stands in the way; with `invoiceOutdated` the newest of what was issued since, with `acceptedSince` the newest quote that was accepted. */
      current?: unknown;
    };
    StorageRefusal: {
      error: string;
    };
  };
}
